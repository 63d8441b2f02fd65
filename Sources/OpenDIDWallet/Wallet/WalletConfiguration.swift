/// What a wallet has to be told: where the servers are, whom to trust, and which app it belongs to.
public struct WalletConfiguration: Sendable {
    /// Where the servers are.
    public var addresses: ServiceAddresses
    /// Where trust begins.
    public var anchors: TrustAnchors
    /// The id of this installation of the app; see ``WalletConfiguration/makeAppID(now:random:)``.
    public var appId: String
    /// The app's package name, which the list provider has to allow.
    public var pkgName: String
    /// How long to wait before a call that got no answer is sent again; as often as there are entries.
    public var retryDelays: [Duration]
    /// Whether a new credential takes the place of an earlier one of the same schema, as upstream has it (OpenDID sheet 9).
    public var replacesSameSchema: Bool

    /// A configuration from its parts.
    public init(
        addresses: ServiceAddresses, anchors: TrustAnchors, appId: String, pkgName: String,
        retryDelays: [Duration] = [.milliseconds(200), .seconds(1)], replacesSameSchema: Bool = true
    ) {
        self.addresses = addresses
        self.anchors = anchors
        self.appId = appId
        self.pkgName = pkgName
        self.retryDelays = retryDelays
        self.replacesSameSchema = replacesSameSchema
    }
}
