import Foundation
import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Sends a state event to a room (SDN sheet 3.2).
    /// - Returns: the event ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    @discardableResult
    public func sendStateEvent(
        toRoom roomId: String, eventType: MXEventType, content: JSONObject, stateKey: String = ""
    ) async throws -> String {
        let request = SetStateRequest(
            roomID: roomId, type: eventType.identifier, stateKey: stateKey, content: .object(content))
        return try await perform(Endpoints.setState, request).eventID
    }

    /// Sets the name of a room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setName(ofRoom roomId: String, name: String) async throws {
        try await sendStateEvent(toRoom: roomId, eventType: .roomName, content: ["name": .string(name)])
    }

    /// Returns a room's name.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the room has no name.
    public func name(ofRoom roomId: String) async throws -> String { try await text("name", of: .roomName, roomId) }

    /// Sets the topic of a room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setTopic(ofRoom roomId: String, topic: String) async throws {
        try await sendStateEvent(toRoom: roomId, eventType: .roomTopic, content: ["topic": .string(topic)])
    }

    /// Returns a room's topic.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the room has no topic.
    public func topic(ofRoom roomId: String) async throws -> String { try await text("topic", of: .roomTopic, roomId) }

    /// Sets the avatar of a room.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - avatarUrl: an `mxc://` URL.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setAvatar(ofRoom roomId: String, avatarUrl: URL) async throws {
        try await sendStateEvent(
            toRoom: roomId, eventType: .roomAvatar, content: ["url": .string(avatarUrl.absoluteString)])
    }

    /// Returns the room's avatar, an `mxc://` URL.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the room has none; ``/SDNValues/SDNSDKError`` with code `malformedResponse` when it is
    ///   another URL.
    public func avatar(ofRoom roomId: String) async throws -> URL {
        let text = try await text("url", of: .roomAvatar, roomId)
        guard let url = AvatarAddress.checked(text).flatMap(URL.init(string:)) else { throw unreadable("url") }
        return url
    }

    /// Sets the part of a room's history that its members may read.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setHistoryVisibility(ofRoom roomId: String, historyVisibility: MXRoomHistoryVisibility) async throws {
        let content: JSONObject = ["history_visibility": .string(historyVisibility.identifier)]
        try await sendStateEvent(toRoom: roomId, eventType: .roomHistoryVisibility, content: content)
    }

    /// Returns the part of a room's history that its members may read.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func historyVisibility(ofRoom roomId: String) async throws -> MXRoomHistoryVisibility {
        let text = try await text("history_visibility", of: .roomHistoryVisibility, roomId)
        guard let visibility = MXRoomHistoryVisibility(identifier: text) else { throw unreadable("history_visibility") }
        return visibility
    }

    /// Sets the rule for who may enter a room.
    /// - Parameters:
    ///   - joinRule: the rule.
    ///   - roomId: the room.
    ///   - allowedParentIds: for a restricted room, the rooms whose members may join.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setRoomJoinRule(
        _ joinRule: MXRoomJoinRule, forRoomWithId roomId: String, allowedParentIds: [String]? = nil
    ) async throws {
        var content: JSONObject = ["join_rule": .string(joinRule.identifier)]
        if let allowedParentIds {
            content["allow"] = .array(allowedParentIds.map { ["type": "m.room_membership", "room_id": .string($0)] })
        }
        try await sendStateEvent(toRoom: roomId, eventType: .roomJoinRules, content: content)
    }

    /// Returns the rule for who may enter a room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func joinRule(ofRoomWithId roomId: String) async throws -> MXRoomJoinRuleResponse {
        MXRoomJoinRuleResponse(content: try await stateContent(of: .roomJoinRules, roomId))
    }

    func stateContent(of type: MXEventType, _ roomId: String) async throws -> JSONObject {
        try await perform(
            Endpoints.stateContent, StateContentRequest(roomID: roomId, type: type.identifier), as: ObjectContent.self
        ).content
    }

    func text(_ member: String, of type: MXEventType, _ roomId: String) async throws -> String {
        guard let text = try await stateContent(of: type, roomId)[member]?.stringValue else {
            throw MXError(
                errcode: MXError.notFound.errcode, error: "the room's \(type.identifier) has no \(member)",
                endpoint: Endpoints.stateContent.name)
        }
        return text
    }

    package func unreadable(_ member: String) -> SDNSDKError {
        SDNSDKError(
            .malformedResponse, field: member, endpoint: Endpoints.stateContent.name,
            reason: "this value is not supported")
    }
}
