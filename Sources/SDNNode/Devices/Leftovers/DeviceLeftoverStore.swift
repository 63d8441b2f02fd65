import GRDB

/// What devices whose sessions have ended leave behind, and messages that a device has taken: up to 32 MiB for each device. It goes slice
/// by slice, because the one writer is everybody's.
///
/// Nobody sees any of it meanwhile: a device that is gone has `is_gone`, and up to `taken` its messages are read no more.
enum DeviceLeftoverStore {
    /// By user, device and how many rows; messages and the device itself go separately.
    private static let removals = [
        "DELETE FROM one_time_key WHERE id IN (SELECT id FROM one_time_key WHERE user = ?1 AND device = ?2 LIMIT ?3)",
        """
        DELETE FROM fallback_key WHERE user = ?1 AND device = ?2
        AND algorithm IN (SELECT algorithm FROM fallback_key WHERE user = ?1 AND device = ?2 LIMIT ?3)
        """,
        """
        DELETE FROM key_signature WHERE user = ?1 AND target = ?2
        AND (signer, key_id) IN (SELECT signer, key_id FROM key_signature WHERE user = ?1 AND target = ?2 LIMIT ?3)
        """,
        "DELETE FROM refresh_token WHERE id IN (SELECT id FROM refresh_token WHERE user_id = ?1 AND device_id = ?2 LIMIT ?3)",
    ]

    /// Takes a slice of a user's leftovers away.
    /// - Parameter only: of this device alone.
    /// - Returns: whether all is gone.
    static func remove(of user: String, only: String? = nil, in db: Database) throws -> Bool {
        var slice = RemovalSlice()
        let devices = try Row.fetchAll(
            db.cachedStatement(sql: """
                SELECT device_id, is_gone, taken FROM device
                WHERE user_id = ?1 AND (is_gone OR taken > 0) AND (?2 IS NULL OR device_id = ?2) LIMIT ?3
                """),
            arguments: [user, only, RemovalSlice.rowsPerWrite + 1])
        for row in devices {
            let (device, isGone, taken): (String, Bool, Int64) = (row[0], row[1], row[2])
            guard try ToDeviceStore.remove(user, device, upTo: isGone ? .max : taken, &slice, in: db) else { return false }
            if isGone {
                guard try removeDevice(user, device, &slice, in: db) else { return false }
            } else {
                try db.cachedStatement(sql: "UPDATE device SET taken = 0 WHERE user_id = ? AND device_id = ?").execute(arguments: [user, device])
            }
        }
        return devices.count <= RemovalSlice.rowsPerWrite
    }

    /// Takes away what a device has beside messages, and at last the device. - Returns: whether it is gone.
    private static func removeDevice(_ user: String, _ device: String, _ slice: inout RemovalSlice, in db: Database) throws -> Bool {
        for removal in removals {
            guard slice.hasRoom else { return false }
            try db.cachedStatement(sql: removal).execute(arguments: [user, device, slice.rows])
            slice.took(rows: db.changesCount)
        }
        guard slice.hasRoom else { return false }
        // The rest is a row or two, and goes with it.
        try db.cachedStatement(sql: "DELETE FROM device WHERE user_id = ? AND device_id = ?").execute(arguments: [user, device])
        slice.took(rows: 1)
        return true
    }

    /// Returns true when a device's last session has ended and something of it is left.
    static func hasSome(of user: String, _ device: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM device WHERE user_id = ? AND device_id = ? AND is_gone)"),
            arguments: [user, device]) ?? false
    }
}
