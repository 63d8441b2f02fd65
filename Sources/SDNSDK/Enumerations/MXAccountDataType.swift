/// The types of a user's own data on a node (SDN sheet 3.2 and 5.8).
public enum MXAccountDataType: Hashable, Sendable {
    /// Which rooms are direct ones, by the other user.
    case direct
    /// Users whose messages are not shown.
    case ignoredUserList
    /// The rules of notifications; a node refuses to have them set as account data.
    case pushRules
    /// Terms of service that the user accepted.
    case acceptedTerms
    /// The identity server to use.
    case identityServer
    /// A type that has no name here, with its text on the wire.
    case custom(String)

    /// The text on the wire.
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

    /// The type of a text on the wire.
    public init(identifier: String) {
        self = [.direct, .ignoredUserList, .pushRules, .acceptedTerms, .identityServer].first { $0.identifier == identifier } ?? .custom(identifier)
    }
}
