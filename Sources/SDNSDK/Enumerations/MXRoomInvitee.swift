/// Whom to invite (SDN sheet 4.4).
public enum MXRoomInvitee: Hashable, Sendable {
    /// Somebody of the network, `@localpart:domain`.
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
        /// An e-mail address; a telephone number in international form without `+`.
        case email, msisdn
        /// A kind that has no name here, with its text on the wire.
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

    /// What ``address`` is: an e-mail address, a telephone number.
    public var medium: Medium
    /// The address in the form of its medium, such as `bo@example.org` or `447700900000`.
    public var address: String

    /// An address of a medium; neither is checked here, the identity server does that.
    public init(medium: Medium, address: String) {
        self.medium = medium
        self.address = address
    }
}
