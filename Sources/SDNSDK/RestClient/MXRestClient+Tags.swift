import HeraldJSON
import SDNWire

extension MXRestClient {
    /// The tags that the user gave a room. SDN sheet 3.2 and 5.8.
    public func tags(ofRoom roomId: String) async throws -> [MXRoomTag] {
        let request = TagsRequest(userID: try ownUserId(Endpoints.tags.name), roomID: roomId)
        return MXRoomTag.tags(content: ["tags": .object(try await perform(Endpoints.tags, request).tags)])
    }

    /// Gives a room a tag, or changes its order.
    /// - Parameters:
    ///   - tag: such as ``MXRoomTag/favourite``.
    ///   - order: where the room stands among those with the tag, from 0 to 1; `nil` for behind all that say.
    ///   - roomId: the room.
    public func addTag(_ tag: String, withOrder order: Double?, toRoom roomId: String) async throws {
        let endpoint = Endpoints.addTag
        if let order, !order.isFinite {
            throw SDNSDKError(.invalidArgument, field: "order", endpoint: endpoint.name, reason: "an order is a finite number")
        }
        let key = TagRequest(userID: try ownUserId(endpoint.name), roomID: roomId, tag: tag)
        _ = try await perform(endpoint, AddTagRequest(key: key, order: order))
    }

    /// As ``addTag(_:withOrder:toRoom:)``, with the order as a text; it is sent as a number.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` for a text that is no number.
    public func addTag(_ tag: String, withOrder order: String, toRoom roomId: String) async throws {
        guard let number = Double(order) else {
            throw SDNSDKError(.invalidArgument, field: "order", endpoint: Endpoints.addTag.name, reason: "the text is no number")
        }
        try await addTag(tag, withOrder: number, toRoom: roomId)
    }

    /// Takes a tag from a room.
    public func removeTag(_ tag: String, fromRoom roomId: String) async throws {
        let endpoint = Endpoints.removeTag
        _ = try await perform(endpoint, TagRequest(userID: ownUserId(endpoint.name), roomID: roomId, tag: tag))
    }

    /// Hides a room, with the tag ``MXRoomTag/invisible``; a new message does not show it again. SDN sheet 2.1.
    /// - Parameters:
    ///   - userId: the user's own id.
    ///   - roomId: the room.
    public func hideRoom(_ userId: String, roomId: String) async throws {
        _ = try await perform(Endpoints.addTag, AddTagRequest(key: TagRequest(userID: userId, roomID: roomId, tag: MXRoomTag.invisible), order: nil))
    }

    /// Shows a room that was hidden. SDN sheet 2.1.
    public func showRoom(withRoomId roomId: String) async throws { try await removeTag(MXRoomTag.invisible, fromRoom: roomId) }
}
