import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

@Suite("Logins on Ethereum: the vectors")
struct LoginVectorTests {
    @Test("every login_eth vector has its text, its hashes and its verdict")
    func vectors() throws {
        let vectors = try VectorFiles.vectors("ethereum.json", kind: "login_eth")
        #expect(vectors.count >= 8)
        for vector in vectors {
            let id = try vector.string("id")
            let text = LoginText.joined(
                timestamp: try vector.string("timestamp"), account: try vector.string("account"),
                uuID: try vector.string("uuID"),
                ref: try vector.string("ref"), mykeyUID: try vector.optionalString("mykeyUID") ?? "")
            #expect(try text == vector.string("unsigned"), "\(id)")
            #expect(try Hex.encode(LoginText.ethereumHash(text)) == vector.string("inner_keccak"), "\(id)")
            #expect(try Hex.encode(LoginText.ethereumDigest(text)) == vector.string("digest"), "\(id)")
        }
    }

    @Test("the service decides each vector by its signature if everything else is right")
    func decided() throws {
        for vector in try VectorFiles.vectors("ethereum.json", kind: "login_eth")
        where vector.value["mykeyUID"]?.isNull != false {
            let timestamp = try vector.string("timestamp")
            let uuID = try vector.string("uuID")
            let body: JSONValue = [
                "protocol": "MYKEYSimple", "version": "1.0", "uuID": .string(uuID),
                "sign": .string(try vector.string("signature")),
                "ref": .string(try vector.string("ref")), "timestamp": .string(timestamp),
                "account": .string(try vector.string("account")),
            ]
            let context = CallbackContext(
                now: UnixTime(seconds: try #require(Int64(timestamp))), rules: CallbackRules(), expectedUUIDs: [uuID])
            let key = ReservedKey(.ethereum(try EthereumAddress(vector.string("reserved_key"))), isFrozen: false)
            let decision = CallbackVerifier.decide(body.serialized(), in: context) { _ in .known(key) }
            let id = try vector.string("id")
            #expect(
                try (decision.login != nil) == vector.bool("expect"), "\(id): \(String(describing: decision.refusal))")
            if decision.login == nil { #expect(decision.refusal?.check == .signature, "\(id)") }
        }
    }
}
