/// The result of an incoming URL.
public enum AnswerOutcome: Sendable, Hashable {
    /// The URL answered a pending request, which has ended.
    case delivered(callBackId: String)
    /// The URL changed nothing. All pending requests keep waiting.
    case ignored(Reason)

    /// The reason why a URL changed nothing.
    public enum Reason: String, Sendable, Hashable {
        /// No scheme is set, so no request can have been made.
        case uninitialized
        /// The URL is longer than 64 KiB or does not have the form `scheme://host…`.
        case unreadable
        /// The URL has another scheme than this dapp's. It is for another purpose or another dapp.
        case otherScheme
        /// The URL has this dapp's scheme, but not one of the two hosts for answers.
        case otherHost
        /// The URL has no `callBackId`.
        case withoutID
        /// The id is neither pending nor recently ended. It belongs to another dapp, is forged, or is older than the app's last start.
        case unknownRequest
        /// The request has already ended: it was answered, timed out or withdrawn.
        case late
        /// The id is pending, but the answer names another action. A wallet that read the request would not send this.
        case otherAction
    }

    /// True when the URL ended a request.
    public var isDelivered: Bool {
        guard case .delivered = self else { return false }
        return true
    }
}
