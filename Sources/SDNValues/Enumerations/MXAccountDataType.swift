/// The types of account data that a user keeps on a node (SDN sheet 3.2 and 5.8).
public enum MXAccountDataType: Hashable, Sendable {
    /// The user's direct rooms, grouped by the other user of each room.
    case direct
    /// The users whose messages are not shown.
    case ignoredUserList
    /// The notification rules. A node refuses to set them as account data.
    case pushRules
    /// The terms of service that the user accepted.
    case acceptedTerms
    /// The identity server that the user chose.
    case identityServer
    /// A type for which this enumeration has no case. The string is the type on the wire.
    case custom(String)

    /// The string on the wire.
    public var identifier: String {
        switch self {
        case .direct: "m.direct"
        case .ignoredUserList: "m.ignored_user_list"
        case .pushRules: "m.push_rules"
        case .acceptedTerms: "m.accepted_terms"
        case .identityServer: "m.identity_server"
        case .custom(let text): text
        }
    }

    /// Creates the type for a string on the wire.
    public init(identifier: String) {
        self =
            [.direct, .ignoredUserList, .pushRules, .acceptedTerms, .identityServer].first {
                $0.identifier == identifier
            } ?? .custom(identifier)
    }
}
