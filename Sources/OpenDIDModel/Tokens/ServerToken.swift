import HeraldJSON

/// What an app asks a server token for (OpenDID sheet 4.4, 6.3).
///
/// OpenDID sheet 4.9, #5: the table says server token purpose, the declaration ``WalletTokenPurposeEnum``; the integers are the same.
public struct ServerTokenSeed: ModelObject {
    /// What the token is for.
    public var purpose: WalletTokenPurposeEnum
    /// The wallet, as the device signs it.
    public var walletInfo: SignedWalletInfo
    /// The app, as its server attests it.
    public var caAppInfo: AttestedAppInfo
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(purpose: WalletTokenPurposeEnum, walletInfo: SignedWalletInfo, caAppInfo: AttestedAppInfo) {
        self.purpose = purpose
        self.walletInfo = walletInfo
        self.caAppInfo = caAppInfo
    }

    /// The same, with the label that the original initialiser has.
    public init(purpose: WalletTokenPurposeEnum, walletInfo: SignedWalletInfo, attestedAppInfo: AttestedAppInfo) {
        self.init(purpose: purpose, walletInfo: walletInfo, caAppInfo: attestedAppInfo)
    }
}

/// What a server token says; its hash is the token (OpenDID sheet 4.4, 6.3).
///
/// OpenDID sheet 4.9, #3: the original declaration prints the last member without its name.
public struct ServerTokenData: ModelObject, ProofContainer {
    /// What the token is for.
    public var purpose: ServerTokenPurposeEnum
    /// The wallet.
    public var walletId: String
    /// The app.
    public var appId: String
    /// Until when it holds (datetime).
    @UTCDatetime public var validUntil: String
    /// The TAS.
    public var provider: Provider
    /// 16 bytes in multibase.
    public var nonce: String
    /// The TAS's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
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
