import MYKEYWire

/// The data that the user sees before deciding about a request (MYKEY sheet 5.2). All relevant data is included.
///
/// Names and memos are only claims of the dapp. Only ``serverHost``, which receives the answer, and ``textToSign`` are certain.
public struct ShownRequest: Sendable, Hashable {
    /// The question that the user is asked.
    public enum Stage: Sendable, Hashable {
        /// The user is asked to approve the request.
        case request
        /// The user is asked to approve a request that is dangerous for these reasons. Only ``Approval/acceptDanger`` approves it.
        case danger(reasons: [String])
    }

    /// A further piece of data, such as the recipient of a transfer.
    public struct Detail: Sendable, Hashable {
        /// The name of the data, such as "recipient".
        public let label: String
        /// The value, which is safe to print.
        public let value: String
    }

    /// The question that the user is asked.
    public internal(set) var stage = Stage.request
    /// The action that the dapp asks for.
    public let action: WalletAction
    /// The protocol that the dapp uses.
    public let `protocol`: MYKEYProtocol
    /// The dapp's claimed name, cleaned for display. `nil` if the dapp claims no name.
    public let claimedName: String?
    /// The dapp's name for the user, cleaned for display.
    public let claimedUser: String?
    /// The dapp's text about the request, cleaned for display.
    public let memo: String?
    /// The host and port of the server that receives the answer. `nil` if there is no server.
    public let serverHost: String?
    /// The scheme of the program to which the wallet returns. `nil` if the wallet does not return to a program.
    public let callbackScheme: String?
    /// The account that answers.
    public let account: String
    /// The chain of the account.
    public let chain: MYKEYChain
    /// The user's id at the dapp, exactly as it is signed.
    public let uuID: String?
    /// The exact text to sign. `nil` for `transfer` and `transaction`.
    public let textToSign: String?
    /// A second text to sign: the sign-in message that names the server (MYKEY sheet 9.5). `nil` if there is no second text.
    public let signInText: String?
    /// Further data: the parts of a transfer, or the calls of a transaction.
    public let details: [Detail]
    /// The time when the request expires. `nil` when it does not expire.
    public let expires: UnixTime?
    /// Warnings: facts that a careful user should know.
    public let warnings: [String]

    /// ``textToSign`` in the form for display, in which invisible characters are escaped.
    public var textForDisplay: String? { textToSign.map(DisplayText.exact) }
}

/// The user's decision.
public enum Approval: Sendable, Hashable {
    /// The user declines the request.
    case decline
    /// The user accepts the request. It does not count as an answer to ``ShownRequest/Stage/danger(reasons:)``.
    case accept
    /// The user accepts the request despite the reasons against it.
    case acceptDanger
}
