import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

@Suite("Callback decisions: the order of MYKEY sheet 4.4")
struct DecisionOrderTests {
    /// A fault of the body or its surroundings, in the order in which they are told.
    private enum Fault: Int, CaseIterable {
        case missing, walletProtocol, dappKey, ref, chain, account, timestamp, stale, uuid, used, replayed, down, noKey,
            frozen, signature

        var check: CallbackRefusal.Check {
            switch self {
            case .missing: .fieldMissing
            case .walletProtocol: .protocolUnknown
            case .dappKey: .dappKey
            case .ref: .ref
            case .chain: .chain
            case .account: .account
            case .timestamp: .timestamp
            case .stale: .stale
            case .uuid: .uuid
            case .used: .usedUUID
            case .replayed: .replayed
            case .down: .upstream
            case .noKey: .noKey
            case .frozen: .frozen
            case .signature: .signature
            }
        }
    }

    /// A login with all the faults from one on. Faults that exclude each other stand in for each other.
    private static func decide(from first: Fault, cast: LoginCast, asked: Tally) throws -> CallbackDecision {
        func has(_ fault: Fault) -> Bool { fault.rawValue >= first.rawValue }
        let uuID = "31128043-36ae-4d2a-a78c-76dab7ab95f8"
        // The dapp key counts in two-way binding only, the used uuID in QR mode only.
        let name = first.rawValue <= Fault.dappKey.rawValue ? "MYKEY" : "SimpleWallet"
        var members = try cast.members(uuID: uuID, protocol: has(.walletProtocol) ? "MYKEY2" : name) { value in
            if has(.dappKey) { value["dapp_key"] = "somebody else's" }
            if has(.ref) { value["ref"] = "otherwallet" }
            if has(.chain) { value["chain"] = "TRX" }
            if has(.account) { value["account"] = "Not.A.Name" }
            if has(.stale) { value["timestamp"] = .string("\(cast.clock.now - .seconds(301))") }
            if has(.timestamp) { value["timestamp"] = .string("0" + (value["timestamp"]?.stringValue ?? "")) }
        }
        let signed = LoginCast.signedString(members)
        if has(.signature) { members["sign"] = .string(try cast.eosKey.sign("something else").text) }
        if has(.missing) { members["version"] = nil }
        let rules = CallbackRules(dappKeys: ["9mDxSbyR"])
        let context = CallbackContext(
            now: cast.clock.now, rules: rules, expectedUUIDs: has(.uuid) ? [] : [uuID],
            usedOneTimeUUIDs: has(.used) ? [uuID] : [],
            acceptedSignedStrings: has(.replayed) ? [signed] : [])
        let reserved = try cast.eosReserved
        return CallbackVerifier.decide(members.serialized(), in: context) { _ in
            asked.add()
            if has(.down) { return .unavailable("the node is down") }
            if has(.noKey) { return .absent }
            return .known(ReservedKey(reserved.key, isFrozen: has(.frozen)))
        }
    }

    @Test("the first of several faults is reported, and the key is looked up last")
    func order() throws {
        let cast = try LoginCast()
        for fault in Fault.allCases {
            let asked = Tally()
            let decision = try Self.decide(from: fault, cast: cast, asked: asked)
            #expect(decision.refusal?.check == fault.check, "\(fault)")
            #expect(decision.reply.code == fault.check.rawValue, "\(fault)")
            #expect(asked.count == (fault.rawValue < Fault.down.rawValue ? 0 : 1), "\(fault)")
        }
    }

    @Test("each check has the sheet's code")
    func codes() {
        let codes = CallbackRefusal.Check.allCases.map(\.rawValue)
        #expect(codes == Array(1001...1019) + [1500])
        #expect(Set(CallbackRefusal.Check.allCases.map(\.label)).count == codes.count)
    }

    @Test("a login without a fault is accepted, with its account as CAIP-10")
    func accepted() throws {
        let cast = try LoginCast()
        let context = CallbackContext(now: cast.clock.now, rules: CallbackRules(), expectedUUIDs: ["u-1"])
        let eos = CallbackVerifier.decide(try cast.body(uuID: "u-1"), in: context) { _ in
            (try? cast.eosReserved).map { .known($0) } ?? .absent
        }
        #expect(eos.login?.caip10 == "antelope:aca376f206b8fc25a6ed44dbdc66547c:mykeydoctest")
        #expect(eos.reply.code == 0)
        let ethereum = CallbackVerifier.decide(try cast.body(cast.ethereum, uuID: "u-1"), in: context) { _ in
            .known(cast.ethereumReserved)
        }
        #expect(ethereum.login?.caip10 == "eip155:1:\(cast.ethereum.text)")
    }
}
