import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

@testable import OpenDIDServices

/// What of the stored state a refused message changes, by name and with the reason. Everything else is afterwards what it was before.
enum AllowedTrace: CaseIterable {
    /// A message that did not decrypt is counted in its transaction, and nothing else about that is changed: after
    /// ``HolderChannelKey/attempts`` of them the key is forgotten, so that nobody learns to decrypt by asking (sheet 6.2).
    case undecryptable

    /// The digest of a holder's request to the issuer is noted once the trust agent has nothing against it, before the issuer is asked:
    /// what the issuer then refuses stays noted, and lets nothing else pass than the very same request.
    case asked

    /// Whether the trace is there after a refusal with this code, for certain or perhaps.
    private func belongs(after code: String) -> (isPossible: Bool, isCertain: Bool) {
        switch self {
        case .undecryptable:
            let isThere = [IssuerError.decryptionFailed.text, VerifierError.decryptionFailed.text].contains(code)
            return (isThere, isThere)
        case .asked: return (code.hasPrefix("SSRVISS"), false)
        }
    }

    /// Whether the changes are what a message that was refused with this code has to leave behind: mostly none.
    static func explains(_ changes: [StoredState.Change], after code: String, _ keys: StorageKeys) throws -> Bool {
        var left = changes
        for trace in allCases {
            let (isPossible, isCertain) = trace.belongs(after: code)
            let place = try isPossible ? left.firstIndex { try trace.isThere(in: $0, keys) } : nil
            if let place { left.remove(at: place) } else if isCertain { return false }
        }
        return left.isEmpty
    }

    private func isThere(in change: StoredState.Change, _ keys: StorageKeys) throws -> Bool {
        guard change.table == "service_transaction", change.columns == ["revision", "data"],
              let revision = change.before["revision"].flatMap(Int.init), change.after["revision"] == String(revision + 1)
        else { return false }
        let (before, after) = (try Self.transaction(change.before, keys), try Self.transaction(change.after, keys))
        switch self {
        case .undecryptable:
            let place = JSONPlace("profile", "undecryptable")
            return after == before.setting(.int((before[place]?.intValue ?? 0) + 1), at: place)
        case .asked:
            let place = JSONPlace("issuance", "asked")
            guard let digest = after[place]?.stringValue, digest.count == 64 else { return false }
            return after == before.setting(.string(digest), at: place)
        }
    }

    /// What a transaction knows, unsealed.
    private static func transaction(_ row: [String: String], _ keys: StorageKeys) throws -> JSONValue {
        func text(_ column: String) -> String { String((row[column] ?? "").drop { $0 == "'" }.prefix { $0 != "'" }) }
        guard let role = ServiceRole(rawValue: text("role")) else { return .null }
        let sealed = try Hex.decode((row["data"] ?? "").dropFirst(2).dropLast())
        return try JSONValue(parsing: keys.seal(of: role).open(sealed, at: "\(role.rawValue)/transaction/\(text("id"))"))
    }
}
