import HeraldJSON

/// An installed app, as its server attests it (OpenDID sheet 4.4).
///
/// OpenDID sheet 4.9, #39: data specifications call ``appId`` `caAppId`; it is `appId` on the wire.
public struct AttestedAppInfo: ModelObject, ProofContainer {
    /// The installation.
    public var appId: String
    /// The app's server.
    public var provider: Provider
    /// 16 bytes in multibase.
    public var nonce: String
    /// The server's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(appId: String, provider: Provider, nonce: String, proof: Proof? = nil) {
        self.appId = appId
        self.provider = provider
        self.nonce = nonce
        self.proof = proof
    }
}

/// An installed wallet, as its device signs it (OpenDID sheet 4.4).
public struct SignedWalletInfo: ModelObject, ProofContainer {
    /// The wallet.
    public var wallet: Wallet
    /// 16 bytes in multibase.
    public var nonce: String
    /// The device's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(wallet: Wallet, nonce: String, proof: Proof? = nil) {
        self.wallet = wallet
        self.nonce = nonce
        self.proof = proof
    }
}
