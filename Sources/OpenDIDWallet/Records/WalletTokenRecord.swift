import HeraldKeys
import OpenDID_DataModel

/// The one wallet token that a wallet keeps (OpenDID sheet 6.4); a new one replaces it.
public struct WalletTokenRecord: Sendable, Hashable {
    /// What the app shows in `hWalletToken`.
    public var hash: WalletTokenHash
    /// What the token is for.
    public var purpose: WalletTokenPurposeEnum
    /// The app's package name.
    public var pkgName: String
    /// The seed's nonce, as it was sent.
    public var nonce: String
    /// SHA-256 of the user's personal data: 32 bytes, as the app's server gave it.
    public var piiHash: [UInt8]
    /// The app's user, when the seed named one.
    public var userId: String?
    /// Until when the token opens anything.
    public var validUntil: UTCInstant

    /// A record from its parts.
    public init(
        hash: WalletTokenHash, purpose: WalletTokenPurposeEnum, pkgName: String, nonce: String, piiHash: [UInt8],
        userId: String? = nil, validUntil: UTCInstant
    ) {
        self.hash = hash
        self.purpose = purpose
        self.pkgName = pkgName
        self.nonce = nonce
        self.piiHash = piiHash
        self.userId = userId
        self.validUntil = validUntil
    }
}

/// The user to whom a wallet is bound (OpenDID sheet 6.4).
public struct BoundUser: Codable, Sendable, Hashable {
    /// SHA-256 of the user's personal data in lower-case hexadecimal.
    public let piiHashHex: String
    /// The app's user, when known.
    public let userId: String?

    init(piiHash: [UInt8], userId: String?) {
        piiHashHex = Hex.encode(piiHash)
        self.userId = userId
    }
}
