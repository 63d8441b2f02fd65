import SDNWire

/// The display names of accounts.
enum DisplayName {
    /// The longest name, in Unicode scalars, which are at most 1,024 bytes. Bytes are not counted, because a name in another script would then have
    /// to be shorter.
    static let limit = 256

    /// Returns a name that may be stored.
    /// - Throws: `WireError` naming the member if the name is too long or contains U+0000.
    static func checked(_ text: String, field: String) throws(WireError) -> String {
        guard text.unicodeScalars.count <= limit else {
            throw WireError(.tooLong, field: field, reason: "a display name has at most \(limit) characters")
        }
        return try StoredText.checked(text, field: field)
    }
}
