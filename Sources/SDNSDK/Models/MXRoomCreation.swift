import HeraldJSON
import SDNWire

/// What a new room should be (SDN sheet 3.1). Absent values are decided by the node.
public struct MXRoomCreationParameters: Hashable, Sendable {
    /// The room's name.
    public var name: String?
    /// What the room is about.
    public var topic: String?
    /// Whether the public list shows the room.
    public var visibility: MXRoomDirectoryVisibility?
    /// The part of the alias before the colon.
    public var roomAlias: String?
    /// User ids.
    public var inviteArray: [String]?
    /// Whether the invitations say that this is a direct chat.
    public var isDirect = false
    /// The settings that the others start from.
    public var preset: MXRoomPreset?
    /// Such as `m.space`.
    public var roomType: String?
    /// Such as `11`.
    public var roomVersion: String?
    /// Members of the create event besides those that the node sets, such as `m.federate`; ``roomType`` goes in too.
    public var creationContent: JSONObject?
    /// Objects with `type`, `content` and, when it is not empty, `state_key`.
    public var initialStateEvents: [JSONObject]?
    /// Members of the power level event that replace the node's, such as `events_default`.
    public var powerLevelContentOverride: JSONObject?

    /// A room about which the node decides everything.
    public init() {}

    /// A room named, listed and described so.
    public init(name: String?, visibility: MXRoomDirectoryVisibility? = nil, roomAlias: String? = nil, topic: String? = nil) {
        self.name = name
        self.visibility = visibility
        self.roomAlias = roomAlias
        self.topic = topic
    }

    /// A direct chat with a user.
    public static func parametersForDirectRoom(withUser userId: String) -> MXRoomCreationParameters {
        var parameters = MXRoomCreationParameters()
        parameters.inviteArray = [userId]
        parameters.isDirect = true
        parameters.preset = .trustedPrivateChat
        return parameters
    }

    /// - Throws: ``SDNSDKError`` with code `invalidArgument` when an initial state event has no type or content.
    func request() throws -> CreateRoomRequest {
        var request = CreateRoomRequest(
            name: name, topic: topic, preset: preset?.identifier, visibility: visibility?.identifier, invite: inviteArray ?? [])
        request.roomAliasName = roomAlias
        request.roomVersion = roomVersion
        request.isDirect = isDirect ? true : nil
        request.powerLevelContentOverride = powerLevelContentOverride
        var creation = creationContent ?? [:]
        creation.set("type", roomType)
        request.creationContent = creation.isEmpty ? nil : creation
        request.initialState = try (initialStateEvents ?? []).enumerated().map { index, event in
            guard let type = event["type"]?.stringValue, let content = event["content"], content.objectValue != nil else {
                throw SDNSDKError(.invalidArgument, field: "initialStateEvents[\(index)]", reason: "a state event needs a type and a content")
            }
            return CreateRoomRequest.InitialState(type: type, stateKey: event["state_key"]?.stringValue ?? "", content: content)
        }
        return request
    }
}

/// The room that was created (SDN sheet 3.1).
public struct MXCreateRoomResponse: Hashable, Sendable {
    /// The id of the new room, to be treated as opaque (SDN sheet 1.1).
    public let roomId: String
}

/// Who may enter a room, and members of which spaces may too (SDN sheet 3.2).
public struct MXRoomJoinRuleResponse: Hashable, Sendable {
    /// `nil` for a rule that is not known here; ``identifier`` has its text.
    public let joinRule: MXRoomJoinRule?
    /// The rule's text on the wire.
    public let identifier: String
    /// The rooms whose members may join a restricted room.
    public let allowedParentIds: [String]

    init(content: JSONObject) {
        identifier = content["join_rule"]?.stringValue ?? ""
        joinRule = MXRoomJoinRule(identifier: identifier)
        allowedParentIds = (content["allow"]?.arrayValue ?? []).compactMap { $0["room_id"]?.stringValue }
    }
}
