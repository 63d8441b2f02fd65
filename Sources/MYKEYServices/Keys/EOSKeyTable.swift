import HeraldJSON
import HeraldKeys

/// Reads rows of the table `keydata` (MYKEY sheet 7.2).
public enum EOSKeyTable {
    /// Returns the key of the row whose `index` is 3, at any position. Returns `nil` when there is no such row.
    ///
    /// A P-256 key is treated as if there were no key, because it can never be a reserved key (MYKEY sheet 6.1).
    /// - Parameters:
    ///   - rows: the rows in a node's response.
    ///   - field: the name that errors contain, such as that of the node.
    /// - Throws: ``MYKEYServicesError`` with code `nodeAnswer` when the row is malformed or occurs twice.
    public static func reservedKey(in rows: [JSONValue], field: String = "keydata") throws(MYKEYServicesError)
        -> ReservedKey?
    {
        let found = rows.filter { EOSNode.number($0["index"]) == ReservedKey.index }
        guard let row = found.first else { return nil }
        guard found.count == 1 else {
            throw MYKEYServicesError(.nodeAnswer, field: field, reason: "two rows have index 3")
        }
        guard let text = row["key"]?["pubkey"]?.stringValue, let status = EOSNode.number(row["key"]?["status"]) else {
            throw MYKEYServicesError(
                .nodeAnswer, field: field, reason: "the row of index 3 has no text pubkey or no number status")
        }
        let key: EOSPublicKey
        do {
            key = try EOSPublicKey(text: text)
        } catch {
            throw MYKEYServicesError(.nodeAnswer, field: field, reason: "the row of index 3: \(error)")
        }
        return key.curve == .k1 ? ReservedKey(.eos(key), isFrozen: status != 0) : nil
    }
}
