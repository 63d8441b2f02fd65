import SDNWire

/// Text from a client that a database stores as text.
package enum StoredText {
    /// Checks that the text has no U+0000. SQLite ends a text at U+0000, so a server's checks would see a longer text than the tables store.
    /// PostgreSQL does not store such a text at all.
    /// - Throws: `WireError` naming `field` if the text contains U+0000.
    package static func checked(_ text: String, field: String) throws(WireError) -> String {
        guard !text.utf8.contains(0) else {
            throw WireError(.invalid, field: field, reason: "the character U+0000 is not allowed")
        }
        return text
    }
}
