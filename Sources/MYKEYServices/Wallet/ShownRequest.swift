import MYKEYWire

/// The facts that the user sees before deciding (MYKEY sheet 5.2). Nothing relevant is hidden.
///
/// Names and memos are claims of the dapp. Only ``serverHost``, which receives the answer, and ``textToSign`` are certain.
public struct ShownRequest: Sendable, Hashable {
    /// The question to the user.
    public enum Stage: Sendable, Hashable {
        /// The question whether to do what the dapp asks for.
        case request
        /// The user decides about a request that is dangerous for these reasons. Only ``Approval/acceptDanger`` approves.
        case danger(reasons: [String])
    }

    /// A further fact, such as the recipient of a transfer.
    public struct Detail: Sendable, Hashable {
        /// The name of the fact.
        public let label: String
        /// The value, safe to print.
        public let value: String
    }

    /// The question to the user.
    public internal(set) var stage = Stage.request
    /// The action that the dapp asks for.
    public let action: WalletAction
    /// The protocol that the dapp uses.
    public let `protocol`: MYKEYProtocol
    /// The dapp's claimed name, cleaned for display. `nil` when it claims none.
    public let claimedName: String?
    /// The dapp's name for the user, cleaned for display.
    public let claimedUser: String?
    /// The dapp's text about the request, cleaned for display.
    public let memo: String?
    /// The host and port of the server that receives the answer. `nil` when there is none.
    public let serverHost: String?
    /// The scheme of the program that the wallet returns to. `nil` when it does not return.
    public let callbackScheme: String?
    /// The account that answers.
    public let account: String
    /// The chain of the account.
    public let chain: MYKEYChain
    /// The user's id at the dapp, exactly as it is signed.
    public let uuID: String?
    /// The exact text to sign. `nil` for `transfer` and `transaction`.
    public let textToSign: String?
    /// A second text to sign: the sign-in message that names the server (MYKEY sheet 9.5). `nil` when there is none.
    public let signInText: String?
    /// Further facts: the parts of a transfer, or the calls of a transaction.
    public let details: [Detail]
    /// The time when the request expires. `nil` when it does not expire.
    public let expires: UnixTime?
    /// Facts that a careful user should know.
    public let warnings: [String]

    /// ``textToSign`` for display, with invisible characters escaped.
    public var textForDisplay: String? { textToSign.map(DisplayText.exact) }
}

/// The user's decision.
public enum Approval: Sendable, Hashable {
    /// Declines the request.
    case decline
    /// Accepts the request. It does not count as an answer to ``ShownRequest/Stage/danger(reasons:)``.
    case accept
    /// Accepts the request despite the reasons against it.
    case acceptDanger
}
