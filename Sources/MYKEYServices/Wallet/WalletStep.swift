/// The steps of a request in the wallet (MYKEY sheet 5.1).
public enum WalletStep: String, Sendable, Hashable, CaseIterable {
    /// The text has been received.
    case received
    /// The text has been parsed.
    case parsed
    /// The user has been asked.
    case shown
    /// The user has approved.
    case approved
    /// The signature has been made or the transaction submitted, once for both server and dapp.
    case signed
    /// The dapp's server has replied.
    case posted
    /// There is an answer for the dapp.
    case returned
    /// The end: the request is not acceptable.
    case refused
    /// The end: the user declined.
    case cancelled
    /// The end: the request was acceptable but failed.
    case failed

    /// The steps that may follow this one.
    public var next: Set<WalletStep> {
        switch self {
        case .received: [.parsed, .refused]
        case .parsed: [.shown, .refused, .failed]
        case .shown: [.shown, .approved, .cancelled, .refused, .failed]
        case .approved: [.signed, .failed]
        case .signed: [.posted, .returned, .failed]
        case .posted: [.returned, .failed]
        case .returned, .refused, .cancelled, .failed: []
        }
    }
}
