import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

@testable import OpenDIDServices

/// What of the stored state a refused message changes, by name and with the reason. Everything else is afterwards what it was before.
enum AllowedTrace: CaseIterable {
    /// A message that did not decrypt is counted in its transaction, and nothing else about that is changed: after
    /// ``HolderChannelKey/attempts`` of them the key is forgotten, so that nobody learns to decrypt by asking (sheet 6.2).
    case undecryptable

    /// The codes with which such a message is refused.
    var codes: Set<String> {
        switch self {
        case .undecryptable: [IssuerError.decryptionFailed.text, VerifierError.decryptionFailed.text]
        }
    }

    /// Whether the changes are what a message that was refused with this code has to leave behind: mostly none.
    static func explains(_ changes: [StoredState.Change], after code: String, _ keys: StorageKeys) throws -> Bool {
        guard let trace = allCases.first(where: { $0.codes.contains(code) }) else { return changes.isEmpty }
        guard changes.count == 1, let change = changes.first else { return false }
        switch trace {
        case .undecryptable: return try isCounted(change, keys)
        }
    }

    private static func isCounted(_ change: StoredState.Change, _ keys: StorageKeys) throws -> Bool {
        guard change.table == "service_transaction", change.columns == ["revision", "data"],
              let revision = change.before["revision"].flatMap(Int.init), change.after["revision"] == String(revision + 1)
        else { return false }
        let place = JSONPlace("profile", "undecryptable")
        let (before, after) = (try transaction(change.before, keys), try transaction(change.after, keys))
        return after == before.setting(.int((before[place]?.intValue ?? 0) + 1), at: place)
    }

    /// What a transaction knows, unsealed.
    private static func transaction(_ row: [String: String], _ keys: StorageKeys) throws -> JSONValue {
        func text(_ column: String) -> String { String((row[column] ?? "").drop { $0 == "'" }.prefix { $0 != "'" }) }
        guard let role = ServiceRole(rawValue: text("role")) else { return .null }
        let sealed = try Hex.decode((row["data"] ?? "").dropFirst(2).dropLast())
        return try JSONValue(parsing: keys.seal(of: role).open(sealed, at: "\(role.rawValue)/transaction/\(text("id"))"))
    }
}
