import GRDB
import HeraldJSON
import SDNWire

/// The facts about a room that users may know without being members (MSC3266 and spaces).
struct RoomPreview {
    let room: RoomRecord
    let json: JSONObject

    /// - Parameters:
    ///   - isGuest: true for a visitor without an account, who has no membership.
    ///   - looked: is increased by the number of bytes of state that were read.
    init(_ known: KnownRoom, isGuest: Bool = false, looked: inout Int, in db: Database) throws {
        let room = known.room
        let line = try PublicRoom(
            rowID: room.rowID, roomID: room.roomID, joined: RoomRows.joined(room.rowID, in: db), in: db)
        looked += line.looked
        var json = line.json.objectValue ?? [:]
        // Only listed rooms show aliases that the room's state does not contain.
        json["aliases"] = nil
        json["join_rule"] = .string(known.joinRule)
        json["room_version"] = .string(room.version.rawValue)
        if let encryption = try StateStore.event(EventType.encryption, room: room.rowID, in: db) {
            looked += encryption.content.count
            json.set("encryption", encryption.contentObject["algorithm"]?.stringValue)
        }
        if known.joinRule == "restricted" || known.joinRule == "knock_restricted" {
            json.set("allowed_room_ids", known.allowed)
        }
        if !isGuest { json["membership"] = .string(known.membership ?? "leave") }
        self.room = room
        self.json = json
    }
}

extension RoomService {
    /// Returns the preview of a room. The error is the same for a room that does not exist and for one that the caller may not know of.
    func summary(_ request: RoomSummaryRequest, _ call: Call) async throws -> RawJSON {
        try await read { db in
            let room = try RoomAliasStore.resolve(request.roomIDOrAlias, in: db)
            var looked = 0
            guard let known = try KnownRoom(room, for: call.caller?.userID, looked: &looked, in: db) else {
                throw MatrixError(.notFound, "This room does not exist.")
            }
            let preview = try RoomPreview(known, isGuest: call.caller == nil, looked: &looked, in: db)
            return RawJSON(assembled: JSONValue.object(preview.json).serialized())
        }
    }
}
