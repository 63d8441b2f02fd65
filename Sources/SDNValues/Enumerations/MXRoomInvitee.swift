/// A user or an address to invite to a room (SDN sheet 4.4).
public enum MXRoomInvitee: Hashable, Sendable {
    /// A user of the network, `@localpart:domain`.
    case userId(String)
    /// An e-mail address, looked up through the client's identity server.
    case email(String)
    /// An address outside of the network, looked up through the client's identity server.
    case thirdPartyId(MX3PID)
}

/// An address outside of the network, such as an e-mail address.
public struct MX3PID: Hashable, Sendable {
    /// The kind of address.
    public enum Medium: Hashable, Sendable {
        /// An e-mail address, or a telephone number in international form without `+`.
        case email, msisdn
        /// A kind for which this enumeration has no case. The string is the kind on the wire.
        case other(String)

        /// The string on the wire.
        public var identifier: String {
            switch self {
            case .email: "email"
            case .msisdn: "msisdn"
            case .other(let text): text
            }
        }
    }

    /// The kind of ``address``: an e-mail address or a telephone number.
    public var medium: Medium
    /// The address in the form of its medium, such as `bo@example.org` or `447700900000`.
    public var address: String

    /// Creates an address of a medium. Address and medium are not checked here. The identity server checks them.
    public init(medium: Medium, address: String) {
        self.medium = medium
        self.address = address
    }
}
