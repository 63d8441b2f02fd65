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
    /// The signature was made, or the transaction was submitted. The server and the dapp get the same result.
    case signed
    /// The dapp's server has replied.
    case posted
    /// The answer for the dapp is ready.
    case returned
    /// The request has ended, because it is not acceptable.
    case refused
    /// The request has ended, because the user declined.
    case cancelled
    /// The request was acceptable, but has failed.
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
