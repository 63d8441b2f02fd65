import GRDB

/// Deletes the rows of devices that were logged out, and the messages that devices have received. They take up to 32 MiB for each device.
/// All clients share the one writer, so the rows are deleted in slices.
///
/// No other code reads these rows. The column `is_gone` marks a device that was logged out. The column `taken` has the position up to which
/// a device has received its messages.
enum DeviceLeftoverStore {
    /// The statements that delete a device's rows. Their arguments are the user, the device and the largest number of rows to delete. Messages and
    /// the device itself are deleted separately.
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
        KeySignatureStore.removalOfGiven,
        "DELETE FROM refresh_token WHERE id IN (SELECT id FROM refresh_token WHERE user_id = ?1 AND device_id = ?2 LIMIT ?3)",
    ]

    /// Deletes a slice of a user's leftover rows.
    /// - Parameter only: the only device whose rows are deleted; `nil` for all devices of the user.
    /// - Returns: true if all these rows have been deleted; false if another slice is needed.
    static func remove(of user: String, only: String? = nil, in db: Database) throws -> Bool {
        var slice = RemovalSlice()
        let devices = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT device_id, is_gone, taken FROM device
                    WHERE user_id = ?1 AND (is_gone OR taken > 0) AND (?2 IS NULL OR device_id = ?2) LIMIT ?3
                    """),
            arguments: [user, only, RemovalSlice.rowsPerWrite + 1])
        for row in devices {
            let (device, isGone, taken): (String, Bool, Int64) = (row[0], row[1], row[2])
            guard try ToDeviceStore.remove(user, device, upTo: isGone ? .max : taken, &slice, in: db) else {
                return false
            }
            if isGone {
                guard try removeDevice(user, device, &slice, in: db) else { return false }
            } else {
                try db.cachedStatement(sql: "UPDATE device SET taken = 0 WHERE user_id = ? AND device_id = ?").execute(
                    arguments: [user, device])
            }
        }
        return devices.count <= RemovalSlice.rowsPerWrite
    }

    /// Deletes the rows of a device except its messages, and then the device itself.
    /// - Returns: true if the device has been deleted; false if another slice is needed.
    private static func removeDevice(_ user: String, _ device: String, _ slice: inout RemovalSlice, in db: Database)
        throws -> Bool
    {
        for removal in removals {
            guard slice.hasRoom else { return false }
            try db.cachedStatement(sql: removal).execute(arguments: [user, device, slice.rows])
            slice.took(rows: db.changesCount)
        }
        guard slice.hasRoom else { return false }
        // When the device is deleted, foreign keys delete its few remaining rows in other tables.
        try db.cachedStatement(sql: "DELETE FROM device WHERE user_id = ? AND device_id = ?").execute(arguments: [
            user, device,
        ])
        slice.took(rows: 1)
        return true
    }

    /// True if the device was logged out and some of its rows are not deleted yet.
    static func hasSome(of user: String, _ device: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM device WHERE user_id = ? AND device_id = ? AND is_gone)"),
            arguments: [user, device]) ?? false
    }
}
