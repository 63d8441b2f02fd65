/// The way in which a pusher delivers notifications (SDN sheet 4.4 and 6.1).
public enum MXPusherKind: Hashable, Sendable {
    /// Over HTTP, to a push gateway.
    case http
    /// Not at all. Setting a pusher of this kind removes it.
    case none
    /// A kind without a name here; the string is the kind on the wire.
    case custom(String)

    /// The string on the wire; `nil` stands for JSON `null`.
    public var identifier: String? {
        switch self {
        case .http: "http"
        case .none: nil
        case .custom(let text): text
        }
    }

    /// Creates the kind for a string on the wire, where `nil` stands for JSON `null`. An unknown one becomes ``custom(_:)``.
    public init(identifier: String?) {
        switch identifier {
        case nil: self = .none
        case "http": self = .http
        case let text?: self = .custom(text)
        }
    }
}
