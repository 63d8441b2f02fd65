import HeraldJSON

/// What a wallet asks a wallet token for (OpenDID sheet 4.4, 6.4).
///
/// OpenDID sheet 4.9, #6: the table says `ServerTokenPurposeEnum`; it is ``WalletTokenPurposeEnum``. #37: this is the body of the
/// request.
public struct WalletTokenSeed: ModelObject {
    /// What the token is for.
    public var purpose: WalletTokenPurposeEnum
    /// The app's package name.
    public var pkgName: String
    /// 16 bytes in multibase.
    public var nonce: String
    /// A datetime that nobody evaluates later.
    @UTCDatetime public var validUntil: String
    /// The app's user.
    public var userId: String?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(purpose: WalletTokenPurposeEnum, pkgName: String, nonce: String, validUntil: String, userId: String? = nil) {
        self.purpose = purpose
        self.pkgName = pkgName
        self.nonce = nonce
        self.validUntil = validUntil
        self.userId = userId
    }
}

/// What a wallet token says; the token is the hash of it and of a nonce (OpenDID sheet 4.4, 6.4).
///
/// OpenDID sheet 4.9, #29: declared twice in the original text; the proof is optional here and required when verifying.
public struct WalletTokenData: ModelObject, ProofContainer {
    /// What was asked for.
    public var seed: WalletTokenSeed
    /// SHA-256 of the user's personal data, in multibase.
    public var sha256_pii: String
    /// The app's server.
    public var provider: Provider
    /// 16 bytes in multibase.
    public var nonce: String
    /// The app's server's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(seed: WalletTokenSeed, sha256_pii: String, provider: Provider, nonce: String, proof: Proof? = nil) {
        self.seed = seed
        self.sha256_pii = sha256_pii
        self.provider = provider
        self.nonce = nonce
        self.proof = proof
    }
}
