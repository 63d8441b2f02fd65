/// A login type, or a stage of user-interactive authentication (SDN sheet 4.4).
public enum MXLoginFlowType: Hashable, Sendable {
    /// Login types and stages of the Matrix specification, `m.login.…` on the wire.
    case password, recaptcha, OAuth2, emailIdentity, token, dummy, terms, sso
    /// A wallet signature over the node's challenge (SDN sheet 1.4).
    case did
    /// Login types that a gateway uses in front of a Matrix homeserver (SDN sheet 8.1).
    case jwt, applicationService
    /// A type for which this enumeration has no case. The string is the type on the wire.
    case other(String)

    /// The string on the wire.
    public var identifier: String {
        switch self {
        case .password: "m.login.password"
        case .recaptcha: "m.login.recaptcha"
        case .OAuth2: "m.login.oauth2"
        case .emailIdentity: "m.login.email.identity"
        case .token: "m.login.token"
        case .dummy: "m.login.dummy"
        case .terms: "m.login.terms"
        case .sso: "m.login.sso"
        case .did: "m.login.did.identity"
        case .jwt: "org.matrix.login.jwt"
        case .applicationService: "m.login.application_service"
        case .other(let text): text
        }
    }

    /// Creates the type for a string on the wire. An unknown string becomes ``other(_:)``.
    public init(identifier: String) {
        let known: [MXLoginFlowType] = [
            .password, .recaptcha, .OAuth2, .emailIdentity, .token, .dummy, .terms, .sso, .did, .jwt,
            .applicationService,
        ]
        self = known.first { $0.identifier == identifier } ?? .other(identifier)
    }
}
