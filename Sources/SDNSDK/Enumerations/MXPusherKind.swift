/// How a pusher delivers (SDN sheet 4.4 and 6.1).
public enum MXPusherKind: Hashable, Sendable {
    /// To a push gateway over HTTP.
    case http
    /// Not at all: setting a pusher of this kind removes it.
    case none
    /// A kind that has no name here, with its text on the wire.
    case custom(String)

    /// The text on the wire; `nil` stands for JSON `null`.
    public var identifier: String? {
        switch self {
        case .http: "http"
        case .none: nil
        case .custom(let text): text
        }
    }

    /// The kind of a text on the wire, where `nil` stands for JSON `null`; ``custom(_:)`` for one that is not known.
    public init(identifier: String?) {
        switch identifier {
        case nil: self = .none
        case "http": self = .http
        case let text?: self = .custom(text)
        }
    }
}
