import HeraldJSON

/// An app's request for a server token (OpenDID sheet 4.4, 6.3).
///
/// OpenDID sheet 4.9, #5: the original declaration gives ``purpose`` the type ``WalletTokenPurposeEnum``, but the original table describes
/// it as a server token's purpose. The integers are the same.
public struct ServerTokenSeed: ModelObject {
    /// The purpose of the token.
    public var purpose: WalletTokenPurposeEnum
    /// The wallet's identity, signed by the device.
    public var walletInfo: SignedWalletInfo
    /// The app's identity, attested by its server.
    public var caAppInfo: AttestedAppInfo
    public var unknownMembers = UnknownMembers()

    public init(purpose: WalletTokenPurposeEnum, walletInfo: SignedWalletInfo, caAppInfo: AttestedAppInfo) {
        self.purpose = purpose
        self.walletInfo = walletInfo
        self.caAppInfo = caAppInfo
    }

    /// Creates the value. The last argument label is `attestedAppInfo`, as in the original initialiser.
    public init(purpose: WalletTokenPurposeEnum, walletInfo: SignedWalletInfo, attestedAppInfo: AttestedAppInfo) {
        self.init(purpose: purpose, walletInfo: walletInfo, caAppInfo: attestedAppInfo)
    }
}

/// The content of a server token. The token is the hash of this content (OpenDID sheet 4.4, 6.3).
///
/// OpenDID sheet 4.9, #3: in the original declaration, the last member has no name.
public struct ServerTokenData: ModelObject, ProofContainer {
    /// The purpose of the token.
    public var purpose: ServerTokenPurposeEnum
    /// The wallet's id.
    public var walletId: String
    /// The app's id.
    public var appId: String
    /// The end of the validity (datetime).
    @UTCDatetime public var validUntil: String
    /// The TAS.
    public var provider: Provider
    /// A nonce: 16 bytes in multibase.
    public var nonce: String
    /// The TAS's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(
        purpose: ServerTokenPurposeEnum, walletId: String, appId: String, validUntil: String, provider: Provider,
        nonce: String, proof: Proof? = nil
    ) {
        self.purpose = purpose
        self.walletId = walletId
        self.appId = appId
        self.validUntil = validUntil
        self.provider = provider
        self.nonce = nonce
        self.proof = proof
    }
}
