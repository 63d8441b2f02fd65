/// A wallet's settings.
public struct WalletPolicy: Sendable, Hashable {
    /// The treatment of dangerous messages (MYKEY sheet 5.5).
    public enum DangerRule: Sendable, Hashable {
        /// It is refused.
        case refuse
        /// The user is asked a second time, with the reasons.
        case askAgain
    }

    /// The wallet's name in `ref`. Servers keep a list of the names that they accept. Defaults to `mykey`.
    public var ref = "mykey"
    /// The treatment of dangerous messages. Defaults to refusing them.
    public var dangerousMessages = DangerRule.refuse
    /// True to allow returning to `https` URLs, and to `http` URLs of this machine. Defaults to false.
    public var allowsWebCallbacks = false
    /// Schemes that the wallet returns to although they do not look like a dapp's own, such as `my.app+test`, without a colon. Defaults to none.
    public var allowedSchemes: Set<String> = []
    /// True to add the second, tagged message to a login when the request allows one (MYKEY sheet 9.5). Defaults to true.
    public var signsTaggedMessage = true
    /// True to answer a login that is already bound with 10006 instead of performing it. Defaults to false.
    public var refusesRepeatedBinding = false
    /// The time that the user has to decide. Defaults to 240 s. The text contains the time, and servers reject it after five minutes.
    public var approvalTime: Duration = .seconds(240)
    /// The chains that `EOS` and `ETH` stand for in the tagged message. Defaults to the main networks.
    public var chains = ChainIdentities.mainNets

    /// Creates the default settings.
    public init() {}
}
