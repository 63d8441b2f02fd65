import HeraldJSON

/// The identity of an installed app, attested by the app's server (OpenDID sheet 4.4).
///
/// OpenDID sheet 4.9, #39: the data specification calls ``appId`` `caAppId`. In JSON, the member's name is `appId`.
public struct AttestedAppInfo: ModelObject, ProofContainer {
    /// The id of the installed app.
    public var appId: String
    /// The app's server.
    public var provider: Provider
    /// A nonce: 16 bytes in multibase.
    public var nonce: String
    /// The server's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(appId: String, provider: Provider, nonce: String, proof: Proof? = nil) {
        self.appId = appId
        self.provider = provider
        self.nonce = nonce
        self.proof = proof
    }
}

/// The identity of an installed wallet, signed by its device (OpenDID sheet 4.4).
public struct SignedWalletInfo: ModelObject, ProofContainer {
    /// The wallet.
    public var wallet: Wallet
    /// A nonce: 16 bytes in multibase.
    public var nonce: String
    /// The device's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(wallet: Wallet, nonce: String, proof: Proof? = nil) {
        self.wallet = wallet
        self.nonce = nonce
        self.proof = proof
    }
}
