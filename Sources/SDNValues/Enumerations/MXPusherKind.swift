/// The way in which a pusher delivers notifications (SDN sheet 4.4 and 6.1).
public enum MXPusherKind: Hashable, Sendable {
    /// The pusher sends notifications over HTTP to a push gateway.
    case http
    /// The pusher sends no notifications. A request that sets a pusher of this kind removes the pusher.
    case none
    /// A kind for which this enumeration has no case. The string is the kind on the wire.
    case custom(String)

    /// The string on the wire; `nil` stands for JSON `null`.
    public var identifier: String? {
        switch self {
        case .http: "http"
        case .none: nil
        case .custom(let text): text
        }
    }

    /// Creates the kind for a string on the wire, where `nil` stands for JSON `null`. An unknown string becomes ``custom(_:)``.
    public init(identifier: String?) {
        switch identifier {
        case nil: self = .none
        case "http": self = .http
        case let text?: self = .custom(text)
        }
    }
}
