import HeraldPostgres
import SDNWire

extension PostgresRows {
    func setContact(_ contact: StoredContact, of user: String, now: Timestamp) throws {
        try transaction.execute(
            """
            INSERT INTO contact (user_id, is_room, contact_id, tags, added_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (user_id, is_room, contact_id) DO UPDATE SET tags = excluded.tags
            """, [user, contact.isRoom, contact.id, contact.tags, now.milliseconds])
    }

    func removeContact(_ id: String, isRoom: Bool, of user: String) throws {
        try transaction.execute(
            "DELETE FROM contact WHERE user_id = $1 AND is_room = $2 AND contact_id = $3", [user, isRoom, id])
    }

    func removeContacts(of user: String) throws {
        try transaction.execute("DELETE FROM contact WHERE user_id = $1", [user])
    }

    func hasContact(_ id: String, isRoom: Bool, of user: String) throws -> Bool {
        let row = try transaction.first(
            "SELECT EXISTS (SELECT 1 FROM contact WHERE user_id = $1 AND is_room = $2 AND contact_id = $3)",
            [user, isRoom, id])
        return try row?.get(0) ?? false
    }

    func contacts(of user: String) throws -> [StoredContact] {
        try transaction.rows(
            "SELECT contact_id, is_room, tags FROM contact WHERE user_id = $1 ORDER BY added_at, contact_id", [user]
        ).map { StoredContact(id: try $0.get(0), isRoom: try $0.get(1), tags: try $0.get(2)) }
    }

    func contactUse(of user: String, without id: String, isRoom: Bool) throws -> (count: Int, bytes: Int) {
        let row = try transaction.first(
            """
            SELECT count(*), coalesce(sum(octet_length(contact_id) + octet_length(tags)), 0)::bigint FROM contact
            WHERE user_id = $1 AND NOT (is_room = $2 AND contact_id = $3)
            """, [user, isRoom, id])
        return try row.map { (try $0.get(0), try $0.get(1)) } ?? (0, 0)
    }

    func signature(of user: String) throws -> String {
        try transaction.first("SELECT text FROM signature WHERE user_id = $1", [user])?.get(0) ?? ""
    }

    func setSignature(_ text: String, of user: String) throws {
        try transaction.execute(
            """
            INSERT INTO signature (user_id, text) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET text = excluded.text
            """, [user, text])
    }

    func guideStep(of user: String) throws -> [UInt8]? {
        try transaction.first("SELECT step FROM guide WHERE user_id = $1", [user])?.get(0)
    }

    func setGuideStep(_ step: [UInt8], of user: String) throws {
        try transaction.execute(
            "INSERT INTO guide (user_id, step) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET step = excluded.step",
            [user, step])
    }
}
