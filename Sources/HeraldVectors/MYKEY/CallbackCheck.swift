import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire

/// The check of the kind `callback`: the server accepts a posted login if, and only if, that is expected (MYKEY sheet 4.4). The account may
/// be on either chain.
struct CallbackCheck: VectorCheck {
    static let kind = "callback"

    func check(_ vector: JSONReader) throws {
        let body = JSONValue.object(try vector.object("body").value).serialized()
        let context = try vector.object("context")
        let keys = try CallbackKeys(context)
        let decision = CallbackVerifier.decide(body, in: try callbackContext(context), keys: keys.finding)
        try vector.require("expect_accept", is: decision.login != nil, because: decision.refusal?.description ?? "")
        guard (decision.reply.code == 0) == (decision.login != nil), decision.reply.code >= 0 else {
            throw VectorFailure("the reply's code \(decision.reply.code) does not say what was decided")
        }
    }

    private func callbackContext(_ context: JSONReader) throws -> CallbackContext {
        let rules = CallbackRules(
            maxAge: .seconds(try context.int("max_age_s")), maxSkew: .seconds(try context.int("max_skew_s")),
            dappKeys: try context.strings("dapp_keys"),
            allowedRefs: try context.strings("allowed_refs"))
        return CallbackContext(
            now: UnixTime(seconds: try context.int("now")), rules: rules,
            expectedUUIDs: try context.strings("expected_uuids"),
            usedOneTimeUUIDs: try context.strings("used_one_time_uuids"),
            acceptedSignedStrings: try context.strings("accepted_signed_strings"))
    }
}

/// The keys in the context of a vector: rows as an EOS node returns them, or the results of the Ethereum contract.
private struct CallbackKeys {
    private var findings: [LoginAccount: KeyFinding] = [:]

    init(_ context: JSONReader) throws {
        for (account, rows) in try context.optionalObject("keydata")?.value ?? [:] {
            guard let account = try? LoginAccount(account) else { continue }
            findings[account] = Self.finding { try EOSKeyTable.reservedKey(in: rows.arrayValue ?? []) }
        }
        for (account, facts) in try context.optionalObject("reserved_keys")?.value ?? [:] {
            guard let account = try? LoginAccount(account) else { continue }
            findings[account] = Self.finding { try Self.ethereumKey(facts) }
        }
    }

    func finding(_ account: LoginAccount) -> KeyFinding { findings[account] ?? .absent }

    private static func finding(_ read: () throws -> ReservedKey?) -> KeyFinding {
        do {
            return try read().map(KeyFinding.known) ?? .absent
        } catch {
            return .unavailable("\(error)")
        }
    }

    /// Returns the key of an Ethereum account. The zero address means that there is no key.
    private static func ethereumKey(_ facts: JSONValue) throws -> ReservedKey? {
        let reader = try JSONReader(facts)
        let address = try EthereumAddress(reader.string("address"))
        guard address.bytes.contains(where: { $0 != 0 }) else { return nil }
        return ReservedKey(.ethereum(address), isFrozen: try reader.int("status") != 0)
    }
}
