import HeraldKeys
import OpenDID_DataModel

/// The wallet token that a wallet stores (OpenDID sheet 6.4). A wallet has only one token, and a new token replaces it.
public struct WalletTokenRecord: Sendable, Hashable {
    /// The hash that the app sends in `hWalletToken`.
    public var hash: WalletTokenHash
    /// The purpose of the token.
    public var purpose: WalletTokenPurposeEnum
    /// The app's package name.
    public var pkgName: String
    /// The nonce of the seed, unchanged.
    public var nonce: String
    /// SHA-256 of the user's personal data: 32 bytes, as the app's server sent it.
    public var piiHash: [UInt8]
    /// The user's id at the app, if the seed has one.
    public var userId: String?
    /// The time until which the token is valid.
    public var validUntil: UTCInstant

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

/// The user to which a wallet is bound (OpenDID sheet 6.4).
public struct BoundUser: Codable, Sendable, Hashable {
    /// SHA-256 of the user's personal data in lower-case hexadecimal.
    public let piiHashHex: String
    /// The user's id at the app, if known.
    public let userId: String?

    init(piiHash: [UInt8], userId: String?) {
        piiHashHex = Hex.encode(piiHash)
        self.userId = userId
    }
}
