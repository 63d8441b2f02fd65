import HeraldJSON

/// A wallet's request for a wallet token (OpenDID sheet 4.4, 6.4).
///
/// OpenDID sheet 4.9, #6: the original table gives ``purpose`` the type `ServerTokenPurposeEnum`. The right type is
/// ``WalletTokenPurposeEnum``. OpenDID sheet 4.9, #37: the original text does not name the body of the request. This type is the body.
public struct WalletTokenSeed: ModelObject {
    /// The purpose of the token.
    public var purpose: WalletTokenPurposeEnum
    /// The app's package name.
    public var pkgName: String
    /// A nonce: 16 bytes in multibase.
    public var nonce: String
    /// A datetime that no server and no wallet compares with the time. Upstream's iOS wallet writes the time of creation.
    @UTCDatetime public var validUntil: String
    /// The user's id at the app.
    public var userId: String?
    public var unknownMembers = UnknownMembers()

    public init(
        purpose: WalletTokenPurposeEnum, pkgName: String, nonce: String, validUntil: String, userId: String? = nil
    ) {
        self.purpose = purpose
        self.pkgName = pkgName
        self.nonce = nonce
        self.validUntil = validUntil
        self.userId = userId
    }
}

/// The content of a wallet token. The token is the hash of this content and of a nonce (OpenDID sheet 4.4, 6.4).
///
/// OpenDID sheet 4.9, #29: the original text declares this type twice. The proof is optional in the declaration, but a token without a
/// proof is refused when it is verified.
public struct WalletTokenData: ModelObject, ProofContainer {
    /// The request for the token.
    public var seed: WalletTokenSeed
    /// SHA-256 of the user's personal data, in multibase.
    public var sha256_pii: String
    /// The app's server.
    public var provider: Provider
    /// A nonce: 16 bytes in multibase.
    public var nonce: String
    /// The proof of the app's server.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(seed: WalletTokenSeed, sha256_pii: String, provider: Provider, nonce: String, proof: Proof? = nil) {
        self.seed = seed
        self.sha256_pii = sha256_pii
        self.provider = provider
        self.nonce = nonce
        self.proof = proof
    }
}
