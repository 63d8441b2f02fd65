import GRDB
import OpenDID_DataModel

/// Devices that were attested and are in no wallet with an owner. The attestation is made anew when such a device asks again.
enum UnusedDevices {
    /// - Parameter age: how long they are remembered, in seconds.
    static func expired(after age: Int64) -> ExpiredRows {
        ExpiredRows { db, now, limit in
            let statement = try db.cachedStatement(sql: """
                SELECT d.did, EXISTS (SELECT 1 FROM ledger_did l WHERE l.did = d.did) AS known,
                    EXISTS (SELECT 1 FROM tas_wallet w WHERE w.device_did = d.did AND w.status = 'CREATED') AS waits
                FROM wallet_device d WHERE d.unused_since < ? ORDER BY d.unused_since LIMIT ?
                """)
            let devices = try Row.fetchAll(statement, arguments: [now.adding(seconds: -age).seconds, limit])
            for device in devices {
                let (did, isKnown, waits): (String, Bool, Bool) = (device["did"], device["known"], device["waits"])
                if !isKnown {
                    try db.executeCached(sql: "DELETE FROM wallet_device WHERE did = ?", arguments: [did])
                } else {
                    // Used for good, or to be looked at again.
                    try db.executeCached(
                        sql: "UPDATE wallet_device SET unused_since = ? WHERE did = ?", arguments: [waits ? now.seconds : nil, did])
                }
            }
            return devices.count
        }
    }
}
