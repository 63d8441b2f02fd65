/// A wallet's settings.
public struct WalletPolicy: Sendable, Hashable {
    /// The way in which dangerous messages are handled (MYKEY sheet 5.5).
    public enum DangerRule: Sendable, Hashable {
        /// A dangerous message is refused.
        case refuse
        /// The user is asked a second time, with the reasons.
        case askAgain
    }

    /// The wallet's name in `ref`. Servers keep a list of the names that they accept. Defaults to `mykey`.
    public var ref = "mykey"
    /// The way in which dangerous messages are handled. Defaults to refusing them.
    public var dangerousMessages = DangerRule.refuse
    /// True if the wallet may return to `https` URLs, and to `http` URLs of this machine. Defaults to false.
    public var allowsWebCallbacks = false
    /// Additional schemes to which the wallet returns, without a colon, such as `my.app+test`. They need not have the form of a dapp's
    /// scheme. Defaults to none.
    public var allowedSchemes: Set<String> = []
    /// True if the wallet adds the second, tagged message to each login for which the request allows one (MYKEY sheet 9.5). Defaults to
    /// true.
    public var signsTaggedMessage = true
    /// True if the wallet answers 10006 to a login of a user that is already bound. If it is false, the login is performed. Defaults to
    /// false.
    public var refusesRepeatedBinding = false
    /// The time in which the user must decide. Defaults to 240 s. It is limited because the text to sign contains the time, and servers
    /// reject a text that is older than 5 min.
    public var approvalTime: Duration = .seconds(240)
    /// The chains to which the names `EOS` and `ETH` in the tagged message refer. Defaults to the main networks.
    public var chains = ChainIdentities.mainNets

    /// Creates the default settings.
    public init() {}
}
