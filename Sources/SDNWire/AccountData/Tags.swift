import HeraldJSON

extension Endpoints {
    /// The tags of one room of the caller (SDN sheet 5.8).
    /// Matrix: [getRoomTags](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3useruseridroomsroomidtags).
    package static let tags = Endpoint<TagsRequest, TagsResponse>(.get, .client(.r0), "user/{userId}/rooms/{roomId}/tags")
    /// Matrix: [setRoomTag](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3useruseridroomsroomidtagstag).
    package static let addTag = Endpoint<AddTagRequest, EmptyObject>(.put, .client(.r0), "user/{userId}/rooms/{roomId}/tags/{tag}")
    /// Matrix: [deleteRoomTag](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3useruseridroomsroomidtagstag).
    package static let removeTag = Endpoint<TagRequest, EmptyObject>(.delete, .client(.r0), "user/{userId}/rooms/{roomId}/tags/{tag}")
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

/// `{"tags":{"m.favourite":{"order":0.5}}}`.
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

/// Sets a tag. Some clients write its order as a text; it is a number here and on the way out (SDN sheet 2.2).
package struct AddTagRequest: WireRequest, Hashable {
    package var key: TagRequest
    /// Where the room stands among those with the tag, from 0 to 1; `nil` for behind all that say.
    package var order: Double?
    /// Other members, which are kept as they are.
    package var more: JSONObject

    package init(key: TagRequest, order: Double?, more: JSONObject = [:]) {
        self.key = key
        self.order = order
        self.more = more
    }
    package init(parts: RequestParts) throws {
        self.key = try TagRequest(parts: parts)
        let body = try parts.object()
        self.order = try Self.order(body.optionalValue("order"))
        self.more = body.value
        self.more["order"] = nil
    }
    package func parts() -> RequestParts { RequestParts(path: key.parts().path, body: .object(content)) }

    /// What is kept of the tag.
    package var content: JSONObject {
        var object = more
        if let order { object["order"] = .double(order) }
        return object
    }

    /// The order as a number or a decimal text. - Throws: ``WireError`` for anything else.
    package static func order(_ value: JSONValue?) throws(WireError) -> Double? {
        guard let value else { return nil }
        let number = value.doubleValue ?? value.stringValue.flatMap { Double($0) }
        guard let number, number.isFinite else { throw WireError(.invalid, field: "order", reason: "expected a number, or a text that is one") }
        return number
    }
}
