import SDNWire

/// Text that a client sent and that is bound to SQL as text.
enum StoredText {
    /// SQLite ends a text at U+0000: behind it could hide what the rules see and the tables do not.
    /// - Throws: `WireError` naming `field`.
    static func checked(_ text: String, field: String) throws(WireError) -> String {
        guard !text.utf8.contains(0) else { throw WireError(.invalid, field: field, reason: "the character U+0000 is not allowed") }
        return text
    }
}
