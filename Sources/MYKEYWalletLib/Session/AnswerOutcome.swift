/// The result of passing a URL to the app's session.
public enum AnswerOutcome: Sendable, Hashable {
    /// The URL was the answer to a pending request. The request has ended.
    case delivered(callBackId: String)
    /// The URL was ignored, for this reason. All pending requests keep waiting.
    case ignored(Reason)

    /// The reason why a URL was ignored.
    public enum Reason: String, Sendable, Hashable {
        /// The dapp has no URL scheme yet, so it cannot have made a request.
        case uninitialized
        /// The URL is longer than 64 KiB or does not have the form `scheme://host…`.
        case unreadable
        /// The URL has a scheme that is not this dapp's. It is for another purpose or another dapp.
        case otherScheme
        /// The URL has this dapp's scheme, but not one of the two hosts for answers.
        case otherHost
        /// The URL has no `callBackId`.
        case withoutID
        /// The id belongs to no pending or recently ended request. The URL is for another dapp, is forged, or answers a request from before
        /// the app's last start.
        case unknownRequest
        /// The request has already ended: it was answered, has timed out, or was withdrawn.
        case late
        /// The id belongs to a pending request, but the answer names another action. A wallet that has read the request would not send such
        /// an answer.
        case otherAction
    }

    /// True if the URL was the answer to a pending request.
    public var isDelivered: Bool {
        guard case .delivered = self else { return false }
        return true
    }
}
