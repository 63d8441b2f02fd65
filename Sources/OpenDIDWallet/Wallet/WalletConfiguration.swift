/// The configuration of a wallet: the servers, the trust anchors and the app.
///
/// ```swift
/// let configuration = WalletConfiguration(
///     addresses: ServiceAddresses(all: server), anchors: TrustAnchors(tas: "did:omn:tas"), appId: storedAppID,
///     pkgName: "org.example.app")
/// ```
public struct WalletConfiguration: Sendable {
    /// The addresses of the servers.
    public var addresses: ServiceAddresses
    /// The keys and names that the wallet trusts without a proof.
    public var anchors: TrustAnchors
    /// The id of the installed app; see ``WalletConfiguration/makeAppID(now:random:)``.
    public var appId: String
    /// The app's package name, which the list provider must allow.
    public var pkgName: String
    /// The waits before an unanswered call is sent again, one for each try.
    public var retryDelays: [Duration]
    /// True if a new credential replaces an earlier one of the same schema, as upstream does (OpenDID sheet 9).
    public var replacesSameSchema: Bool
    /// True if a call that needs no earlier answer is sent at the same time as earlier calls. An issuance then waits six times for an
    /// answer instead of eight times, and a presentation two times instead of three. Set it to false if the calls must be sent one after
    /// the other.
    public var sendsAhead: Bool

    /// Creates a configuration.
    /// - Parameters:
    ///   - addresses: the addresses of the servers.
    ///   - anchors: the keys and names that the wallet trusts without a proof.
    ///   - appId: the id of the installed app.
    ///   - pkgName: the app's package name.
    ///   - retryDelays: the waits before an unanswered call is sent again. Defaults to 200 ms and 1 s.
    ///   - replacesSameSchema: true if a new credential replaces an earlier one of the same schema. Defaults to true.
    ///   - sendsAhead: true if a call that needs no earlier answer is sent at the same time as earlier calls. Defaults to true.
    public init(
        addresses: ServiceAddresses, anchors: TrustAnchors, appId: String, pkgName: String,
        retryDelays: [Duration] = [.milliseconds(200), .seconds(1)], replacesSameSchema: Bool = true,
        sendsAhead: Bool = true
    ) {
        self.addresses = addresses
        self.anchors = anchors
        self.appId = appId
        self.pkgName = pkgName
        self.retryDelays = retryDelays
        self.replacesSameSchema = replacesSameSchema
        self.sendsAhead = sendsAhead
    }
}
