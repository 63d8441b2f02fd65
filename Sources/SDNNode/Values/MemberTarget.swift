import SDNWire

/// The user that an invitation, a kick or a ban is aimed at.
enum MemberTarget {
    /// The user id, the hexadecimal part of a DID in lower case: wallets hand out addresses in mixed case, and a member event under
    /// another spelling would never meet its user (SDN sheet 1.1).
    /// - Throws: `WireError` naming `field`.
    static func userID(_ text: String, field: String = "user_id") throws(WireError) -> String {
        let user = try UserID(text, field: field)
        guard let did = user.did else { return user.text }
        return UserID(did: did, domain: user.domain.lowercased() == did.hex ? did.hex : user.domain).text
    }
}
