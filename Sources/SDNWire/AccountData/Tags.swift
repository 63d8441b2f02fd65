import HeraldJSON

extension Endpoints {
    /// Returns the tags that the caller has given a room (SDN sheet 5.8).
    /// Matrix: [getRoomTags](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3useruseridroomsroomidtags).
    package static let tags = Endpoint<TagsRequest, TagsResponse>(
        .get, .client(.r0), "user/{userId}/rooms/{roomId}/tags")
    /// Adds a tag to a room, or replaces the tag.
    /// Matrix: [setRoomTag](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3useruseridroomsroomidtagstag).
    package static let addTag = Endpoint<AddTagRequest, EmptyObject>(
        .put, .client(.r0), "user/{userId}/rooms/{roomId}/tags/{tag}")
    /// Removes a tag from a room.
    /// Matrix: [deleteRoomTag](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3useruseridroomsroomidtagstag).
    package static let removeTag = Endpoint<TagRequest, EmptyObject>(
        .delete, .client(.r0), "user/{userId}/rooms/{roomId}/tags/{tag}")
}

package struct TagsRequest: WireRequest, Hashable {
    package var userID: String
    package var roomID: String

    package init(userID: String, roomID: String) {
        self.userID = userID
        self.roomID = roomID
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.roomID = try parts.pathValue("roomId")
    }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID, "roomId": roomID]) }
}

/// The response, such as `{"tags":{"m.favourite":{"order":0.5}}}`.
package struct TagsResponse: WireObject, Hashable {
    package var tags: JSONObject
    package init(tags: JSONObject) { self.tags = tags }
    package init(json: JSONReader) throws { self.tags = try json.optionalObject("tags")?.value ?? [:] }
    package var json: JSONValue { ["tags": .object(tags)] }
}

/// One tag of a room.
package struct TagRequest: WireRequest, Hashable {
    package var userID: String
    package var roomID: String
    package var tag: String

    package init(userID: String, roomID: String, tag: String) {
        self.userID = userID
        self.roomID = roomID
        self.tag = tag
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.roomID = try parts.pathValue("roomId")
        self.tag = try parts.pathValue("tag")
    }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID, "roomId": roomID, "tag": tag]) }
}

/// Sets a tag. Some clients send `order` as a string. Herald reads strings and numbers, and always writes a number (SDN sheet 2.2).
package struct AddTagRequest: WireRequest, Hashable {
    package var key: TagRequest
    /// The room's position among the rooms with this tag, from 0 to 1. Rooms with `nil` come after all rooms that have an order.
    package var order: Double? { number?.doubleValue }
    /// The order in the form in which the client sent it, such as 1 or 1.0.
    private let number: JSONValue?
    /// All members of the tag except `order`, kept unchanged.
    package var more: JSONObject

    package init(key: TagRequest, order: Double?, more: JSONObject = [:]) {
        self.key = key
        self.number = order.map(JSONValue.double)
        self.more = more
    }
    package init(parts: RequestParts) throws {
        self.key = try TagRequest(parts: parts)
        let body = try parts.object()
        self.number = try Self.number(body.optionalValue("order"))
        self.more = body.value
        self.more["order"] = nil
    }
    package func parts() -> RequestParts { RequestParts(path: key.parts().path, body: .object(content)) }

    /// The tag's content as the server stores it: `more` and `order`.
    package var content: JSONObject {
        var object = more
        if let number { object["order"] = number }
        return object
    }

    /// Reads the order as ``number(_:)`` does.
    package static func order(_ value: JSONValue?) throws(WireError) -> Double? { try number(value)?.doubleValue }

    /// Returns the order from a number or from a string that holds a decimal number. A number keeps its form.
    /// - Throws: ``WireError`` for any other value.
    package static func number(_ value: JSONValue?) throws(WireError) -> JSONValue? {
        guard let value else { return nil }
        if let number = value.doubleValue, number.isFinite { return value }
        guard let number = value.stringValue.flatMap({ Double($0) }), number.isFinite else {
            throw WireError(.invalid, field: "order", reason: "expected a number, or a text that is one")
        }
        return .double(number)
    }
}
