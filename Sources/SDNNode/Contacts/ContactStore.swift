import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// The contacts of users. A contact is a user or a room (SDN sheet 2.1).
enum ContactStore {
    static let perUser = 5_000
    /// The most bytes of IDs and tags of one user's contacts. One answer contains all of them.
    static let bytesPerUser = 1 << 20
    private static let tagLimit = 50
    private static let tagLength = 100

    /// Returns the contact's ID in the form in which it is stored.
    /// - Throws: `WireError` naming the member if the ID is invalid.
    static func checkedID(_ request: ContactRequest) throws -> String {
        if request.isRoom {
            return try StoredText.checked(RoomID(request.contactID, field: "contact_id").text, field: "contact_id")
        }
        return try MemberTarget.userID(request.contactID, field: "contact_id")
    }

    /// Returns the tags as compact JSON.
    /// - Throws: `WireError` naming the member if there are too many tags or one is too long.
    static func checkedTags(_ tags: [String]?) throws -> [UInt8] {
        let tags = tags ?? []
        guard tags.count <= tagLimit else {
            throw WireError(.tooLong, field: "tags", reason: "at most \(tagLimit) tags are allowed")
        }
        guard tags.allSatisfy({ $0.utf8.count <= tagLength }) else {
            throw WireError(.tooLong, field: "tags", reason: "a tag has at most \(tagLength) bytes")
        }
        return JSONValue.array(tags.map(JSONValue.string)).serialized()
    }

    /// - Throws: `M_RESOURCE_LIMIT_EXCEEDED` if the user has too many contacts or bytes.
    static func set(_ id: String, isRoom: Bool, tags: [UInt8], of user: String, now: Timestamp, in db: Database) throws
    {
        if try !contains(id, isRoom: isRoom, of: user, in: db) {
            let count =
                try Int.fetchOne(db, sql: "SELECT count(*) FROM contact WHERE user_id = ?", arguments: [user]) ?? 0
            guard count < perUser else {
                throw StatusedError(
                    status: 403, error: MatrixError(.resourceLimitExceeded, "A user has at most \(perUser) contacts."))
            }
        }
        let bytes = try Int.fetchOne(
            db,
            sql:
                "SELECT sum(length(contact_id) + length(tags)) FROM contact WHERE user_id = ? AND NOT (is_room = ? AND contact_id = ?)",
            arguments: [user, isRoom, id])
        guard (bytes ?? 0) + id.utf8.count + tags.count <= bytesPerUser else {
            throw StatusedError(
                status: 403,
                error: MatrixError(
                    .resourceLimitExceeded, "A user's contacts have at most \(bytesPerUser) bytes of IDs and tags."))
        }
        try db.execute(
            sql: """
                INSERT INTO contact (user_id, is_room, contact_id, tags, added_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (user_id, is_room, contact_id) DO UPDATE SET tags = excluded.tags
                """,
            arguments: [user, isRoom, id, Data(tags), now.milliseconds])
    }

    static func remove(_ id: String, isRoom: Bool, of user: String, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM contact WHERE user_id = ? AND is_room = ? AND contact_id = ?",
            arguments: [user, isRoom, id])
    }

    static func contains(_ id: String, isRoom: Bool, of user: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM contact WHERE user_id = ? AND is_room = ? AND contact_id = ?)",
            arguments: [user, isRoom, id]) ?? false
    }

    /// Returns `{"rooms":[…],"people":[…]}`, each in the order in which the contacts were added.
    static func list(of user: String, in db: Database) throws -> JSONValue {
        let rooms = try String.fetchAll(
            db, sql: "SELECT contact_id FROM contact WHERE user_id = ? AND is_room ORDER BY added_at, contact_id",
            arguments: [user])
        let people = try Row.fetchAll(
            db,
            sql: """
                SELECT c.contact_id, c.tags, a.displayname, a.avatar_url FROM contact c LEFT JOIN account a ON a.user_id = c.contact_id
                WHERE c.user_id = ? AND NOT c.is_room ORDER BY c.added_at, c.contact_id
                """,
            arguments: [user]
        ).map { row -> JSONValue in
            let tags: Data = row["tags"]
            var person: JSONObject = [
                "contact_id": .string(row["contact_id"]), "tags": try JSONValue(parsing: [UInt8](tags)),
            ]
            person.set("displayname", row["displayname"] as String?)
            person.set("avatar_url", row["avatar_url"] as String?)
            // The node looks up no names or pictures on a blockchain, so these members have fixed values.
            person["extended_fields"] = ["ens": "", "nft_is_trial": false, "nft_trial_valid_until_ms": 0]
            return .object(person)
        }
        return ["rooms": .array(rooms.map(JSONValue.string)), "people": .array(people)]
    }
}
