import Crypto
import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

@testable import OpenDIDServices

/// The stored state that a refused message may change, by name and with the reason. Everything else must stay as it was.
enum AllowedTrace: CaseIterable {
    /// A message that did not decrypt is counted in its transaction, and nothing else about that is changed: after
    /// ``HolderChannelKey/attempts`` of them the key is forgotten or the signer is refused, so that nobody learns to decrypt by asking
    /// (OpenDID sheet 6.2).
    case undecryptable

    /// The digest of a holder's request to the issuer is noted once the trust agent has nothing against it, before the issuer is asked:
    /// what the issuer then refuses stays noted, after the earlier ones, and lets nothing else pass than the very same request. With the
    /// first one the transaction gets its whole lifetime: the issuer may have done its part.
    case asked

    /// A message that was refused.
    struct Refused {
        /// The last part of its path.
        let name: String
        let body: [UInt8]
        /// With what.
        let code: String
    }

    /// Returns if the trace may remain after a refusal, and if it always does.
    private func belongs(after refused: Refused) -> (isPossible: Bool, isCertain: Bool) {
        switch self {
        case .undecryptable:
            let isThere = [IssuerError.decryptionFailed.text, VerifierError.decryptionFailed.text].contains(
                refused.code)
            return (isThere, isThere)
        // Not when it was noted before, nor when there is no room.
        case .asked: return (refused.name == "request-issue-vc" && refused.code.hasPrefix("SSRVISS"), false)
        }
    }

    /// True if the changes are those that a refused message must leave: mostly none.
    static func explains(_ changes: [StoredState.Change], after refused: Refused, _ keys: StorageKeys) throws -> Bool {
        var left = changes
        for trace in allCases {
            let (isPossible, isCertain) = trace.belongs(after: refused)
            let place = try isPossible ? left.firstIndex { try trace.isThere(in: $0, of: refused, keys) } : nil
            if let place { left.remove(at: place) } else if isCertain { return false }
        }
        return left.isEmpty
    }

    private func isThere(in change: StoredState.Change, of refused: Refused, _ keys: StorageKeys) throws -> Bool {
        let lifetimes: Set = ["expires", "forgotten"]
        let columns = self == .asked ? change.columns.filter { !lifetimes.contains($0) } : change.columns
        guard change.table == "service_transaction", columns == ["revision", "data"],
            let revision = change.before["revision"].flatMap(Int.init), change.after["revision"] == String(revision + 1)
        else { return false }
        let (before, after) = (try Self.transaction(change.before, keys), try Self.transaction(change.after, keys))
        switch self {
        case .undecryptable:
            if refused.code == VerifierError.decryptionFailed.text {
                let place = JSONPlace("stage", "profiled", "_0", "failures")
                var failures = before[place]?.objectValue ?? [:]
                let signer = try Self.signer(of: refused)
                failures[signer] = .int((failures[signer]?.intValue ?? 0) + 1)
                return after == before.setting(.object(failures), at: place)
            }
            let place = JSONPlace("stage", "profiled", "_0", "undecryptable")
            return after == before.setting(.int((before[place]?.intValue ?? 0) + 1), at: place)
        case .asked:
            let place = JSONPlace("proposal", "issueCredential", "_0", "asked")
            let digest = Hex.encode(Array(SHA256.hash(data: refused.body)))
            return after == before.setting(.array((before[place]?.arrayValue ?? []) + [.string(digest)]), at: place)
        }
    }

    /// The DID that signed the holder's half of the channel. A verifier counts for each such DID.
    private static func signer(of refused: Refused) throws -> String {
        let key = try JSONValue(parsing: refused.body)["accE2e"]?["proof"]?["verificationMethod"]?.stringValue
        return try DIDURL(key ?? "").did
    }

    /// The decrypted data of a transaction.
    private static func transaction(_ row: [String: String], _ keys: StorageKeys) throws -> JSONValue {
        func text(_ column: String) -> String { String((row[column] ?? "").drop { $0 == "'" }.prefix { $0 != "'" }) }
        guard let role = ServiceRole(rawValue: text("role")) else { return .null }
        let sealed = try Hex.decode((row["data"] ?? "").dropFirst(2).dropLast())
        return try JSONValue(
            parsing: keys.seal(of: role).open(sealed, at: "\(role.rawValue)/transaction/\(text("id"))"))
    }
}
