import Foundation
import GRDB
import SDNWire

extension SQLiteRows {
    func setContact(_ contact: StoredContact, of user: String, now: Timestamp) throws {
        try db.execute(
            sql: """
                INSERT INTO contact (user_id, is_room, contact_id, tags, added_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (user_id, is_room, contact_id) DO UPDATE SET tags = excluded.tags
                """,
            arguments: [user, contact.isRoom, contact.id, Data(contact.tags), now.milliseconds])
    }

    func removeContact(_ id: String, isRoom: Bool, of user: String) throws {
        try db.execute(
            sql: "DELETE FROM contact WHERE user_id = ? AND is_room = ? AND contact_id = ?",
            arguments: [user, isRoom, id])
    }

    func removeContacts(of user: String) throws {
        try db.execute(sql: "DELETE FROM contact WHERE user_id = ?", arguments: [user])
    }

    func hasContact(_ id: String, isRoom: Bool, of user: String) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM contact WHERE user_id = ? AND is_room = ? AND contact_id = ?)",
            arguments: [user, isRoom, id]) ?? false
    }

    func contacts(of user: String) throws -> [StoredContact] {
        try Row.fetchAll(
            db, sql: "SELECT contact_id, is_room, tags FROM contact WHERE user_id = ? ORDER BY added_at, contact_id",
            arguments: [user]
        ).map { StoredContact(id: $0[0], isRoom: $0[1], tags: [UInt8]($0[2] as Data)) }
    }

    func contactUse(of user: String, without id: String, isRoom: Bool) throws -> (count: Int, bytes: Int) {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*), coalesce(sum(length(CAST(contact_id AS BLOB)) + length(tags)), 0) FROM contact
                WHERE user_id = ? AND NOT (is_room = ? AND contact_id = ?)
                """,
            arguments: [user, isRoom, id])
        return row.map { ($0[0], $0[1]) } ?? (0, 0)
    }

    func signature(of user: String) throws -> String {
        try String.fetchOne(db, sql: "SELECT text FROM signature WHERE user_id = ?", arguments: [user]) ?? ""
    }

    func setSignature(_ text: String, of user: String) throws {
        try db.execute(sql: "INSERT OR REPLACE INTO signature (user_id, text) VALUES (?, ?)", arguments: [user, text])
    }

    func guideStep(of user: String) throws -> [UInt8]? {
        try Data.fetchOne(db, sql: "SELECT step FROM guide WHERE user_id = ?", arguments: [user]).map { [UInt8]($0) }
    }

    func setGuideStep(_ step: [UInt8], of user: String) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO guide (user_id, step) VALUES (?, ?)", arguments: [user, Data(step)])
    }
}
