import HeraldKeys

/// A SendingNetwork DID, `did:sdn:<40 hexadecimal digits>` (SDN sheet 1.1). It is read in any letter case and written in lower case.
///
/// ```swift
/// let did = try SDNDID("did:sdn:9D8A62f656a8d1615C1294fd71e9CFb3E4855A4F")
/// print(did, UserID(did: did))   // did:sdn:9d8a…, @sdn_9d8a…:9d8a…
/// ```
public struct SDNDID: Sendable, Hashable, CustomStringConvertible {
    /// The DID's 40 lower-case hexadecimal digits, without `0x`.
    public let hex: String

    /// Creates the DID that a node gives to this address at its first login.
    public init(address: EthereumAddress) { self.hex = address.lowercaseHex }

    /// Creates a DID from its hexadecimal digits, in any letter case and without `0x`.
    /// - Throws: ``WireError`` with code `invalid` when `hex` is not 40 hexadecimal digits.
    public init(hex: String, field: String = "did") throws(WireError) {
        let lower = hex.lowercased()
        guard lower.utf8.count == 40,
            lower.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else {
            throw WireError(.invalid, field: field, reason: "a DID has the form did:sdn:<40 hexadecimal digits>")
        }
        self.hex = lower
    }

    /// Parses `did:sdn:` followed by 40 hexadecimal digits in any letter case.
    /// - Throws: ``WireError`` with code `invalid` for any other text.
    public init(_ text: String, field: String = "did") throws(WireError) {
        guard text.hasPrefix("did:sdn:") else {
            throw WireError(.invalid, field: field, reason: "a DID has the form did:sdn:<40 hexadecimal digits>")
        }
        try self.init(hex: String(text.dropFirst(8)), field: field)
    }

    /// `did:sdn:` followed by the digits.
    public var text: String { "did:sdn:" + hex }
    /// The whole DID.
    public var description: String { text }
}
