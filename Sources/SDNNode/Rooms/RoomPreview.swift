import GRDB
import HeraldJSON
import SDNWire

/// What may be known of a room without being in it (MSC3266 and spaces).
struct RoomPreview {
    let room: RoomRecord
    let json: JSONObject
    let isSpace: Bool

    /// `nil` when the user may know nothing of the room.
    /// - Parameter user: `nil` for somebody without an account.
    init?(_ room: RoomRecord, for user: String?, in db: Database) throws {
        let rule = try StateStore.event(EventType.joinRules, room: room.nid, in: db)?.contentObject
        let membership = try user.flatMap { try StateStore.entry(EventType.member, $0, room: room.nid, in: db)?.value }
        let isWorldReadable = try StateStore.entry(EventType.historyVisibility, room: room.nid, in: db)?.value == "world_readable"
        let name = rule?["join_rule"]?.stringValue ?? "invite"
        var isOpen = isWorldReadable || ["public", "knock", "knock_restricted"].contains(name) || membership == "join" || membership == "invite"
        if !isOpen, let user, name == "restricted" { isOpen = try RestrictedJoin(user: user, room: room, db: db).voucher() != nil }
        guard isOpen else { return nil }
        let joined = try Int64.fetchOne(db.cachedStatement(sql: "SELECT joined FROM room WHERE nid = ?"), arguments: [room.nid]) ?? 0
        var json = try PublicRoom(nid: room.nid, roomID: room.roomID, joined: joined, in: db).json.objectValue ?? [:]
        json["join_rule"] = .string(name)
        json["room_version"] = .string(room.version.rawValue)
        json.set("encryption", try StateStore.event(EventType.encryption, room: room.nid, in: db)?.contentObject["algorithm"]?.stringValue)
        if name == "restricted" || name == "knock_restricted" {
            let allowed = (rule?["allow"]?.arrayValue ?? []).compactMap { $0["room_id"]?.stringValue }
            json.set("allowed_room_ids", allowed)
        }
        if user != nil { json["membership"] = .string(membership ?? "leave") }
        self.room = room
        self.json = json
        self.isSpace = json["room_type"] == "m.space"
    }
}

extension RoomService {
    /// What can be known of a room. One that nothing may be known of looks like one that is not there.
    func summary(_ request: RoomSummaryRequest, _ call: Call) async throws -> RawJSON {
        try await read { db in
            let room = try RoomDirectory.resolve(request.roomIDOrAlias, in: db)
            guard let preview = try RoomPreview(room, for: call.caller?.userID, in: db) else {
                throw MatrixError(.notFound, "There is no such room.")
            }
            return RawJSON(assembled: JSONValue.object(preview.json).serialized())
        }
    }
}
