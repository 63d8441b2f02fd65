import HeraldJSON

/// The ways to log in or to register that a node offers (SDN sheet 3.2).
public struct MXAuthenticationSession: JSONModel, Hashable {
    /// The ways that the node offers. The user has to complete only one of them.
    public let flows: [MXLoginFlow]
    /// The stages that are complete.
    public let completed: [String]
    /// The ID that names the session in the next request; `nil` for a login.
    public let session: String?
    /// The data that the stages need, by stage.
    public let params: JSONObject

    package init(json: JSONReader) throws {
        flows = try json.objects("flows").map(MXLoginFlow.init(json:))
        completed = try json.optionalStrings("completed") ?? []
        session = try json.optionalString("session")
        params = try json.optionalObject("params")?.value ?? [:]
    }
}

/// One way to log in or to register.
public struct MXLoginFlow: Hashable, Sendable {
    /// The login type. For a registration it is the first stage.
    public let type: String
    /// The stages to complete, in order.
    public let stages: [String]

    init(json: JSONReader) throws {
        let stages = try json.optionalStrings("stages") ?? []
        type = try json.optionalString("type") ?? stages.first ?? ""
        self.stages = stages
    }

    /// ``type`` as an enumeration.
    public var flowType: MXLoginFlowType { MXLoginFlowType(identifier: type) }
}

/// The owner of a client's access token (SDN sheet 7.2).
public struct MXWhoAmIResponse: Hashable, Sendable {
    /// The user ID, `@localpart:domain`.
    public let userId: String
    /// The device that the token belongs to; `nil` for a token without a device.
    public let deviceId: String?
    /// True when the account is a guest's; false when the node does not say.
    public let isGuest: Bool

    package init(userId: String, deviceId: String?, isGuest: Bool) {
        self.userId = userId
        self.deviceId = deviceId
        self.isGuest = isGuest
    }
}
