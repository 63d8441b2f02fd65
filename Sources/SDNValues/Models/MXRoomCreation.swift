import HeraldJSON
import SDNWire

/// The settings of a new room (SDN sheet 3.1). The node chooses the settings that are `nil`.
public struct MXRoomCreationParameters: Hashable, Sendable {
    /// The room's name.
    public var name: String?
    /// The topic of the room.
    public var topic: String?
    /// The room's visibility in the public room list.
    public var visibility: MXRoomDirectoryVisibility?
    /// The part of the alias before the colon.
    public var roomAlias: String?
    /// The IDs of the users to invite.
    public var inviteArray: [String]?
    /// True when the invitations say that this is a direct chat. Defaults to false.
    public var isDirect = false
    /// The bundle of settings on which the other settings build.
    public var preset: MXRoomPreset?
    /// The room type, such as `m.space`.
    public var roomType: String?
    /// The room version, such as `11`.
    public var roomVersion: String?
    /// Members of the create event besides those that the node sets, such as `m.federate`. ``roomType`` is added to them.
    public var creationContent: JSONObject?
    /// The first state events, as objects with `type`, `content` and, when it is not empty, `state_key`.
    public var initialStateEvents: [JSONObject]?
    /// Members for the power level event of the new room, such as `events_default`. They replace the node's defaults.
    public var powerLevelContentOverride: JSONObject?

    /// Creates settings that leave everything to the node.
    public init() {}

    /// Creates the settings of a room with a name, a visibility, an alias and a topic.
    public init(
        name: String?, visibility: MXRoomDirectoryVisibility? = nil, roomAlias: String? = nil, topic: String? = nil
    ) {
        self.name = name
        self.visibility = visibility
        self.roomAlias = roomAlias
        self.topic = topic
    }

    /// Returns the settings of a direct chat with a user.
    public static func parametersForDirectRoom(withUser userId: String) -> MXRoomCreationParameters {
        var parameters = MXRoomCreationParameters()
        parameters.inviteArray = [userId]
        parameters.isDirect = true
        parameters.preset = .trustedPrivateChat
        return parameters
    }

    /// Returns the request for these settings.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` when an initial state event has no type or content.
    package func request() throws -> CreateRoomRequest {
        var request = CreateRoomRequest(
            name: name, topic: topic, preset: preset?.identifier, visibility: visibility?.identifier,
            invite: inviteArray ?? [])
        request.roomAliasName = roomAlias
        request.roomVersion = roomVersion
        request.isDirect = isDirect ? true : nil
        request.powerLevelContentOverride = powerLevelContentOverride
        var creation = creationContent ?? [:]
        creation.set("type", roomType)
        request.creationContent = creation.isEmpty ? nil : creation
        request.initialState = try (initialStateEvents ?? []).enumerated().map { index, event in
            guard let type = event["type"]?.stringValue, let content = event["content"], content.objectValue != nil
            else {
                throw SDNSDKError(
                    .invalidArgument, field: "initialStateEvents[\(index)]",
                    reason: "a state event needs a type and a content")
            }
            // A missing state key is the empty one (Matrix, POST /createRoom).
            let stateKey = event["state_key"] ?? .string("")
            guard let stateKey = stateKey.stringValue else {
                throw SDNSDKError(
                    .invalidArgument, field: "initialStateEvents[\(index)].state_key",
                    reason: "a state key must be a text")
            }
            return CreateRoomRequest.InitialState(type: type, stateKey: stateKey, content: content)
        }
        return request
    }
}

/// The room that was created (SDN sheet 3.1).
public struct MXCreateRoomResponse: Hashable, Sendable {
    /// The ID of the new room, an opaque string (SDN sheet 1.1).
    public let roomId: String

    package init(roomId: String) {
        self.roomId = roomId
    }
}

/// A room's join rule, with the spaces whose members may enter (SDN sheet 3.2).
public struct MXRoomJoinRuleResponse: Hashable, Sendable {
    /// The join rule; `nil` for a rule that ``MXRoomJoinRule`` does not have. ``identifier`` has the string of every rule.
    public let joinRule: MXRoomJoinRule?
    /// The rule's string on the wire.
    public let identifier: String
    /// The rooms whose members may join a restricted room.
    public let allowedParentIds: [String]

    package init(content: JSONObject) {
        identifier = content["join_rule"]?.stringValue ?? ""
        joinRule = MXRoomJoinRule(identifier: identifier)
        allowedParentIds = (content["allow"]?.arrayValue ?? []).compactMap { $0["room_id"]?.stringValue }
    }
}
