import SDNWire

/// Text from a client that is bound to SQL as text.
enum StoredText {
    /// Checks that the text has no U+0000. SQLite ends a text there, so the rules would see more than the tables store.
    /// - Throws: `WireError` naming `field` if the text contains U+0000.
    static func checked(_ text: String, field: String) throws(WireError) -> String {
        guard !text.utf8.contains(0) else {
            throw WireError(.invalid, field: field, reason: "the character U+0000 is not allowed")
        }
        return text
    }
}
