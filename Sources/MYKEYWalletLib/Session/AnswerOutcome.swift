/// What became of a URL that came in. Every URL has exactly one of these.
public enum AnswerOutcome: Sendable, Hashable {
    /// It answered a pending request, which has ended with it.
    case delivered(callBackId: String)
    /// It changed nothing, and every pending request goes on waiting.
    case ignored(Reason)

    /// Why a URL changed nothing.
    public enum Reason: String, Sendable, Hashable {
        /// No scheme is set, so nothing can have been asked.
        case uninitialized
        /// Longer than 64 KiB, or no URL of the form `scheme://host…`.
        case unreadable
        /// Another scheme than this dapp's: a URL for another purpose or another dapp.
        case otherScheme
        /// This dapp's scheme, but not one of the two hosts that answers go to.
        case otherHost
        /// No `callBackId` in it.
        case withoutID
        /// An id that is not pending and was not lately: another dapp's, a forgery, or from before the app was started.
        case unknownRequest
        /// The request has ended already: answered, timed out or withdrawn.
        case late
        /// The id is pending, but the answer names another action. Not from a wallet that read the request.
        case otherAction
    }

    /// Whether a request ended with it.
    public var isDelivered: Bool {
        guard case .delivered = self else { return false }
        return true
    }
}
