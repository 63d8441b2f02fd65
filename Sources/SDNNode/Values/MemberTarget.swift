import SDNWire

/// The target of an invitation, a kick or a ban.
enum MemberTarget {
    /// Returns the user ID with the hexadecimal part of a DID in lower case. Wallets show addresses in mixed case, and a member event with another
    /// spelling would not match its user (SDN sheet 1.1).
    /// - Throws: `WireError` naming `field` if the text is no user ID.
    static func userID(_ text: String, field: String = "user_id") throws(WireError) -> String {
        let user = try UserID(text, field: field)
        guard let did = user.did else { return user.text }
        return UserID(did: did, domain: user.domain.lowercased() == did.hex ? did.hex : user.domain).text
    }
}
