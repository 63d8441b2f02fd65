import GRDB
import HeraldJSON
import SDNWire

/// Tags of rooms, which are the account data `m.tag` of a room. The endpoints change one tag at a time (SDN sheet 5.8).
extension RoomService {
    private static let tagType = "m.tag"
    private static let tagLimit = 100
    private static let tagContentLimit = 1_024

    func tags(_ request: TagsRequest, _ caller: Caller) async throws -> TagsResponse {
        try Self.requireSelf(request.userID, caller)
        return try await read { db in
            let room = try Self.accountDataRoom(
                AccountDataRequest(userID: request.userID, roomID: request.roomID, type: Self.tagType), caller, in: db)
            return TagsResponse(tags: try Self.storedTags(caller.userID, room: room, in: db))
        }
    }

    func addTag(_ request: AddTagRequest, _ caller: Caller) async throws -> EmptyObject {
        let tag = try StoredText.checked(request.key.tag, field: "tag")
        guard tag.utf8.count <= 255 else {
            throw WireError(.tooLong, field: "tag", reason: "a tag has at most 255 bytes")
        }
        let content = JSONValue.object(request.content)
        guard content.isNested(within: EventFormat.depthLimit), content.serialized().count <= Self.tagContentLimit
        else {
            throw MatrixError(.tooLarge, "A tag has at most \(Self.tagContentLimit) bytes of content.")
        }
        return try await changeTags(request.key, caller) { tags in
            tags[tag] = content
            guard tags.count <= Self.tagLimit else {
                throw MatrixError(.invalidParam, "A room has at most \(Self.tagLimit) tags.")
            }
        }
    }

    /// Removes a tag. A tag that does not exist is no error.
    func removeTag(_ request: TagRequest, _ caller: Caller) async throws -> EmptyObject {
        try await changeTags(request, caller) { $0[request.tag] = nil }
    }

    private func changeTags(
        _ request: TagRequest, _ caller: Caller, _ change: @escaping @Sendable (inout JSONObject) throws -> Void
    ) async throws -> EmptyObject {
        try Self.requireSelf(request.userID, caller)
        let limits = services.configuration.userLimits
        return try await write(by: caller) { db in
            let key = AccountDataRequest(userID: request.userID, roomID: request.roomID, type: Self.tagType)
            let room = try Self.accountDataRoom(key, caller, in: db)
            let before = try Self.storedTags(caller.userID, room: room, in: db)
            var tags = before
            try change(&tags)
            guard tags != before else { return (EmptyObject(), []) }
            let content = JSONValue.object(["tags": .object(tags)]).serialized()
            // Removing tags is always allowed, even above the limit.
            if tags.count > before.count {
                try AccountDataStore.check(
                    caller.userID, room: room, type: Self.tagType, bytes: content.count, limits, in: db)
            }
            try AccountDataStore.set(caller.userID, room: room, type: Self.tagType, content: content, in: db)
            return (EmptyObject(), [caller.userID])
        }
    }

    private static func storedTags(_ user: String, room: RoomRowID, in db: Database) throws -> JSONObject {
        guard let content = try AccountDataStore.content(user, room: room, type: tagType, in: db) else { return [:] }
        // Clients can also set `m.tag` as a whole, with content of any form. Content without readable tags counts as empty.
        let tags = try JSONValue(parsing: content)["tags"]?.objectValue ?? [:]
        return tags.compactMapValues { tag in
            guard var object = tag.objectValue else { return nil }
            if let order = object["order"] {
                object["order"] = (try? AddTagRequest.number(order)) ?? nil
            }
            return .object(object)
        }
    }
}
