import HeraldKeys

/// A user ID, `@localpart:domain`, of at most 255 bytes (SDN sheet 1.1).
///
/// ```swift
/// let user = try UserID("@ann:node.example.org")
/// print(user.localpart, user.domain)   // ann node.example.org
/// ```
public struct UserID: Sendable, Hashable, CustomStringConvertible {
    /// The whole ID.
    public let text: String
    /// The part between `@` and the first colon.
    public let localpart: String
    /// The part after the first colon.
    public let domain: String

    /// Parses a user ID.
    /// - Throws: ``WireError`` naming `field`.
    public init(_ text: String, field: String = "user_id") throws(WireError) {
        guard text.utf8.count <= 255 else {
            throw WireError(.tooLong, field: field, reason: "a user ID has at most 255 bytes")
        }
        guard text.hasPrefix("@"), let colon = text.firstIndex(of: ":") else {
            throw WireError(.invalid, field: field, reason: "a user ID has the form @localpart:domain")
        }
        let localpart = text[text.index(after: text.startIndex)..<colon]
        let domain = text[text.index(after: colon)...]
        guard !localpart.isEmpty, !domain.isEmpty,
            !text.unicodeScalars.contains(where: { $0.value < 0x21 || $0.value == 0x7F })
        else {
            throw WireError(
                .invalid, field: field,
                reason: "a user ID has the form @localpart:domain, without spaces or control characters")
        }
        self.text = text
        self.localpart = String(localpart)
        self.domain = String(domain)
    }

    /// Creates the user ID of a DID: `@sdn_<hex>:<domain>`. The domain defaults to the DID's hexadecimal digits, as on SendingNetwork.
    public init(did: SDNDID, domain: String? = nil) {
        let domain = domain ?? did.hex
        self.localpart = "sdn_" + did.hex
        self.domain = domain
        self.text = "@sdn_\(did.hex):\(domain)"
    }

    /// The DID in a user ID of the form `@sdn_<hex>:…`. `nil` for other user IDs.
    public var did: SDNDID? {
        guard localpart.hasPrefix("sdn_") else { return nil }
        return try? SDNDID(hex: String(localpart.dropFirst(4)))
    }

    /// The whole ID.
    public var description: String { text }
}
