import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

@Suite("Callback decisions: the vectors")
struct CallbackVectorTests {
    @Test("every callback of both files gets the expected decision", arguments: ["eos.json", "ethereum.json"])
    func vectors(_ file: String) throws {
        let vectors = try VectorFiles.vectors(file, kind: "callback")
        #expect(vectors.count >= 8)
        for vector in vectors {
            let context = try vector.object("context")
            let rules = CallbackRules(
                maxAge: .seconds(try context.int("max_age_s")), maxSkew: .seconds(try context.int("max_skew_s")),
                dappKeys: try context.strings("dapp_keys"),
                allowedRefs: try context.strings("allowed_refs"))
            let facts = CallbackContext(
                now: UnixTime(seconds: try context.int("now")), rules: rules,
                expectedUUIDs: try context.strings("expected_uuids"),
                usedOneTimeUUIDs: try context.strings("used_one_time_uuids"),
                acceptedSignedStrings: try context.strings("accepted_signed_strings"))
            let keys = try Self.keys(context)
            let body = JSONValue.object(try vector.object("body").value).serialized()
            let decision = CallbackVerifier.decide(body, in: facts) { keys[$0] ?? .absent }
            let id = try vector.string("id")
            #expect(
                try (decision.login != nil) == vector.bool("expect_accept"),
                "\(id): \(String(describing: decision.refusal))")
            #expect((decision.reply.code == 0) == (decision.login != nil), "\(id)")
        }
    }

    private static func keys(_ context: JSONReader) throws -> [LoginAccount: KeyFinding] {
        var keys: [LoginAccount: KeyFinding] = [:]
        for (text, rows) in try context.optionalObject("keydata")?.value ?? [:] {
            guard let account = try? LoginAccount(text) else { continue }
            keys[account] = try EOSKeyTable.reservedKey(in: rows.arrayValue ?? []).map(KeyFinding.known) ?? .absent
        }
        for (text, facts) in try context.optionalObject("reserved_keys")?.value ?? [:] {
            guard let account = try? LoginAccount(text), let address = facts["address"]?.stringValue else { continue }
            let word = [UInt8](repeating: 0, count: 12) + (try EthereumAddress(address).bytes)
            let key = try ABIResult.address(word)
            keys[account] =
                key.map { .known(ReservedKey(.ethereum($0), isFrozen: facts["status"]?.intValue != 0)) } ?? .absent
        }
        return keys
    }
}
