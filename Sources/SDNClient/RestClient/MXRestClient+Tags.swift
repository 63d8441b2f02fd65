import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Returns the tags that the user gave a room (SDN sheet 3.2 and 5.8).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func tags(ofRoom roomId: String) async throws -> [MXRoomTag] {
        let request = TagsRequest(userID: try ownUserId(Endpoints.tags.name), roomID: roomId)
        return MXRoomTag.tags(content: ["tags": .object(try await perform(Endpoints.tags, request).tags)])
    }

    /// Adds a tag to a room, or changes the tag's order.
    /// - Parameters:
    ///   - tag: the tag, such as ``/SDNValues/MXRoomTag/favourite``.
    ///   - order: the position of the room among those with the tag, from 0 to 1. A room with `nil` comes after all that have a position.
    ///   - roomId: the room.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` when the order is not finite; ``/SDNValues/MXError`` when the node refuses.
    public func addTag(_ tag: String, withOrder order: Double?, toRoom roomId: String) async throws {
        let endpoint = Endpoints.addTag
        if let order, !order.isFinite {
            throw SDNSDKError(
                .invalidArgument, field: "order", endpoint: endpoint.name, reason: "expected a finite number")
        }
        let key = TagRequest(userID: try ownUserId(endpoint.name), roomID: roomId, tag: tag)
        _ = try await perform(endpoint, AddTagRequest(key: key, order: order))
    }

    /// Does the same as ``addTag(_:withOrder:toRoom:)``. The order is given as a string and sent as a number.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` for a string that is no number.
    public func addTag(_ tag: String, withOrder order: String, toRoom roomId: String) async throws {
        guard let number = Double(order) else {
            throw SDNSDKError(
                .invalidArgument, field: "order", endpoint: Endpoints.addTag.name, reason: "expected a number")
        }
        try await addTag(tag, withOrder: number, toRoom: roomId)
    }

    /// Removes a tag from a room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func removeTag(_ tag: String, fromRoom roomId: String) async throws {
        let endpoint = Endpoints.removeTag
        _ = try await perform(endpoint, TagRequest(userID: ownUserId(endpoint.name), roomID: roomId, tag: tag))
    }

    /// Hides a room with the tag ``/SDNValues/MXRoomTag/invisible``. A new message does not make the room visible again (SDN sheet 2.1).
    /// - Parameters:
    ///   - userId: the user's own ID.
    ///   - roomId: the room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func hideRoom(_ userId: String, roomId: String) async throws {
        _ = try await perform(
            Endpoints.addTag,
            AddTagRequest(key: TagRequest(userID: userId, roomID: roomId, tag: MXRoomTag.invisible), order: nil))
    }

    /// Shows a hidden room again (SDN sheet 2.1).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func showRoom(withRoomId roomId: String) async throws {
        try await removeTag(MXRoomTag.invisible, fromRoom: roomId)
    }
}
