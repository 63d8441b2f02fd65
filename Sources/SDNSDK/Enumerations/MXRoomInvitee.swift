/// Whom to invite (SDN sheet 4.4).
public enum MXRoomInvitee: Hashable, Sendable {
    case userId(String)
    /// Through the client's identity server.
    case email(String)
    /// Through the client's identity server.
    case thirdPartyId(MX3PID)
}

/// An address outside of the network.
public struct MX3PID: Hashable, Sendable {
    /// What kind of address.
    public enum Medium: Hashable, Sendable {
        case email, msisdn
        case other(String)

        /// The text on the wire.
        public var identifier: String {
            switch self {
            case .email: "email"
            case .msisdn: "msisdn"
            case .other(let text): text
            }
        }
    }

    public var medium: Medium
    public var address: String

    public init(medium: Medium, address: String) {
        self.medium = medium
        self.address = address
    }
}
