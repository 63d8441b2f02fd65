import MYKEYWire

/// What a person sees before deciding: everything that matters and nothing that is hidden (MYKEY sheet 5.2).
///
/// Names and memos are claims of the dapp. What is true is ``serverHost``, which the answer goes to, and ``textToSign``.
public struct ShownRequest: Sendable, Hashable {
    /// What is being asked.
    public enum Stage: Sendable, Hashable {
        /// Whether to do what the dapp wants.
        case request
        /// Whether to do it in spite of these reasons. Only ``Approval/acceptDanger`` says yes.
        case danger(reasons: [String])
    }

    /// One more fact, such as the receiver of a transfer.
    public struct Detail: Sendable, Hashable {
        /// What it is.
        public let label: String
        /// Its value, safe to print.
        public let value: String
    }

    /// What is being asked.
    public internal(set) var stage = Stage.request
    /// What the dapp wants.
    public let action: WalletAction
    /// Which protocol the dapp speaks.
    public let `protocol`: MYKEYProtocol
    /// The dapp's name as it claims, cleaned; `nil` when it claims none.
    public let claimedName: String?
    /// What the dapp calls the user, cleaned.
    public let claimedUser: String?
    /// The dapp's own words about the request, cleaned.
    public let memo: String?
    /// Host and port of the server that gets the answer; `nil` when there is none.
    public let serverHost: String?
    /// The scheme of the program that the wallet returns to; `nil` when it does not return.
    public let callbackScheme: String?
    /// The account that answers.
    public let account: String
    /// The chain of the account.
    public let chain: MYKEYChain
    /// The user's id at the dapp, exactly as it is signed.
    public let uuID: String?
    /// The exact text that will be signed; `nil` for `transfer` and `transaction`.
    public let textToSign: String?
    /// A second text that will be signed beside it: the sign-in message that names the server (MYKEY sheet 9.5).
    public let signInText: String?
    /// More facts: the parts of a transfer, the calls of a transaction.
    public let details: [Detail]
    /// When the request ends, in seconds since 1970; `nil` when it does not say.
    public let expires: Int64?
    /// What a careful person should know.
    public let warnings: [String]

    /// ``textToSign`` for a screen: what would be invisible is written out.
    public var textForDisplay: String? { textToSign.map(DisplayText.exact) }
}

/// A person's answer.
public enum Approval: Sendable, Hashable {
    /// No.
    case decline
    /// Yes. No answer to ``ShownRequest/Stage/danger(reasons:)``.
    case accept
    /// Yes, knowing the reasons against it.
    case acceptDanger
}
