/// Where a request stands on its way through the wallet (MYKEY sheet 5.1).
public enum WalletStep: String, Sendable, Hashable, CaseIterable {
    /// The text is at hand.
    case received
    /// It could be read.
    case parsed
    /// A person has been asked.
    case shown
    /// The person said yes.
    case approved
    /// The signature is made, or the transaction submitted: once, for server and dapp alike.
    case signed
    /// The dapp's server answered.
    case posted
    /// There is an answer for the dapp.
    case returned
    /// End: the request is not acceptable.
    case refused
    /// End: the person said no.
    case cancelled
    /// End: it was acceptable and did not work.
    case failed

    /// The steps that may follow.
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
