import HeraldJSON

/// The ways to log in or to register that a node offers (SDN sheet 3.2).
public struct MXAuthenticationSession: JSONModel, Hashable {
    /// The ways, any one of which is enough.
    public let flows: [MXLoginFlow]
    /// Stages that are done.
    public let completed: [String]
    /// Names the session in the next request; absent for a login.
    public let session: String?
    /// What stages need to know, by stage.
    public let params: JSONObject

    init(json: JSONReader) throws {
        flows = try json.objects("flows").map(MXLoginFlow.init(json:))
        completed = try json.optionalStrings("completed") ?? []
        session = try json.optionalString("session")
        params = try json.optionalObject("params")?.value ?? [:]
    }
}

/// One way to log in or to register.
public struct MXLoginFlow: Hashable, Sendable {
    /// The login type; of a registration its first stage.
    public let type: String
    /// What has to be done, in order.
    public let stages: [String]

    init(json: JSONReader) throws {
        let stages = try json.optionalStrings("stages") ?? []
        type = try json.optionalString("type") ?? stages.first ?? ""
        self.stages = stages
    }

    /// ``type`` as an enumeration.
    public var flowType: MXLoginFlowType { MXLoginFlowType(identifier: type) }
}

/// Whose access token a client has (SDN sheet 7.2).
public struct MXWhoAmIResponse: Hashable, Sendable {
    /// `@localpart:domain`.
    public let userId: String
    /// The device that the token belongs to; absent for tokens without one.
    public let deviceId: String?
    /// Whether the account is a guest's; `false` when the node does not say.
    public let isGuest: Bool
}
