/// A room ID. It begins with `!`; the rest is opaque. SendingNetwork's IDs contain characters that Matrix's pattern rejects (SDN sheet 1.1).
public struct RoomID: Sendable, Hashable, CustomStringConvertible {
    /// The whole ID.
    public let text: String

    /// Creates a room ID. Checks that it begins with `!`, has at most 255 bytes and contains no control characters.
    /// - Throws: ``WireError`` naming `field`.
    public init(_ text: String, field: String = "room_id") throws(WireError) {
        self.text = try opaque(text, sigil: "!", field: field, what: "a room id")
    }
    /// The whole ID.
    public var description: String { text }
}

/// An event ID. It begins with `$`; the rest is opaque.
public struct EventID: Sendable, Hashable, CustomStringConvertible {
    /// The whole ID.
    public let text: String

    /// Creates an event ID. Checks that it begins with `$`, has at most 255 bytes and contains no control characters.
    /// - Throws: ``WireError`` naming `field`.
    public init(_ text: String, field: String = "event_id") throws(WireError) {
        self.text = try opaque(text, sigil: "$", field: field, what: "an event id")
    }
    /// The whole ID.
    public var description: String { text }
}

/// A room alias, `#name:domain`.
public struct RoomAlias: Sendable, Hashable, CustomStringConvertible {
    /// The whole alias.
    public let text: String
    /// The part after the first colon, which names the node that stores the alias.
    public let domain: String

    /// Creates a room alias. Checks that it begins with `#`, contains a colon, has at most 255 bytes and contains no whitespace.
    /// - Throws: ``WireError`` naming `field`.
    public init(_ text: String, field: String = "room_alias") throws(WireError) {
        self.text = try opaque(text, sigil: "#", field: field, what: "a room alias")
        guard let colon = text.firstIndex(of: ":"), !text.contains(where: \.isWhitespace) else {
            throw WireError(.invalid, field: field, reason: "a room alias has the form #name:domain")
        }
        self.domain = String(text[text.index(after: colon)...])
    }
    /// The whole alias.
    public var description: String { text }
}

private func opaque(_ text: String, sigil: Character, field: String, what: String) throws(WireError) -> String {
    guard text.utf8.count <= 255 else {
        throw WireError(.tooLong, field: field, reason: "\(what) has at most 255 bytes")
    }
    guard text.first == sigil, text.utf8.count > 1,
        !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
        throw WireError(.invalid, field: field, reason: "\(what) begins with \(sigil)")
    }
    return text
}
