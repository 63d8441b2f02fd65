import OpenDID_DataModel
import Testing

@Suite("How a holder has to unlock the keys of a presentation")
struct VerifyAuthTypeTests {
    @Test(
        "each combination of bits accepts the keys that it names",
        arguments: [
            (0, [], true), (0, [.pin], true), (1, [], false), (1, [.free], true), (1, [.bio], true), (2, [.pin], true),
            (2, [.bio], false),
            (2, [.free], false), (2, [], false), (4, [.bio], true), (4, [.pin], false), (6, [.pin], true),
            (6, [.bio], true), (6, [.free], false),
            (6, [], false), (7, [.free], true), (0x8006, [.pin], false), (0x8006, [.bio], false),
            (0x8006, [.pin, .bio], true),
            (0x8006, [.free], false), (0x8002, [.pin], true), (0x8000, [], true), (0x8007, [.pin, .bio], true),
            (0x8007, [.pin], false),
            (0x10, [.free, .pin, .bio], false), (0x12, [.pin], true), (0x8012, [.pin, .bio, .free], false),
        ] as [(Int, Set<AuthType>, Bool)])
    func satisfied(bits: Int, keys: Set<AuthType>, expected: Bool) {
        #expect(VerifyAuthType(rawValue: bits).isSatisfied(by: keys) == expected)
    }

    @Test("a set gives its single bits, the lowest first")
    func bits() {
        #expect(Array(VerifyAuthType(rawValue: 0x8006)) == [.pin, .bio, .and])
        #expect(Array(VerifyAuthType([])) == [])
        #expect(VerifyAuthType(rawValue: -1).map(\.rawValue).count == Int.bitWidth)
        #expect(VerifyAuthType([.free, .bio]).rawValue == 5)
        #expect(VerifyAuthType(rawValue: 6).contains(.pin))
        #expect(!VerifyAuthType(rawValue: 6).contains(.and))
    }

    @Test("a set is one number on the wire")
    func wire() throws {
        let answer = try _ProposeRevokeVc(from: #"{"txId":"t","issuerNonce":"mAA","authType":32774}"#)
        #expect(answer.authType == [.pin, .bio, .and])
        #expect(try answer.toJson() == #"{"authType":32774,"issuerNonce":"mAA","txId":"t"}"#)
    }
}
