/// What a wallet is set to.
public struct WalletPolicy: Sendable, Hashable {
    /// What is done with a message that should not be signed (MYKEY sheet 5.5).
    public enum DangerRule: Sendable, Hashable {
        /// It is refused.
        case refuse
        /// The person is asked a second time, with the reasons.
        case askAgain
    }

    /// The name of this wallet in `ref`; servers keep a list of those they accept.
    public var ref = "mykey"
    /// What is done with dangerous messages; Defaults to refusing them.
    public var dangerousMessages = DangerRule.refuse
    /// Whether the wallet may return to `https` URLs, and to `http` ones of this machine.
    public var allowsWebCallbacks = false
    /// Schemes that the wallet returns to although they do not look like a dapp's own, such as `my.app+test`. Without colon.
    public var allowedSchemes: Set<String> = []
    /// Whether a login carries the second, tagged message when the request allows one (MYKEY sheet 9.5).
    public var signsTaggedMessage = true
    /// Whether a login of a pair that is bound already is answered with 10006 instead of being a login.
    public var refusesRepeatedBinding = false
    /// How long a person may take, in seconds: the text holds the time, and servers refuse it after five minutes.
    public var approvalSeconds: Int64 = 240
    /// Which chains the words `EOS` and `ETH` mean, for the tagged message.
    public var chains = ChainIdentities.mainNets

    /// The values above.
    public init() {}
}
