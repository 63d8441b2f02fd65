import GRDB
import OpenDID_DataModel

/// Devices that were attested and are in no wallet with an owner: anybody can have such attested, with a DID document each. The attestation is
/// made anew when such a device asks again.
struct UnusedDevices: Sendable {
    let limits: ServiceLimits

    /// Those that are too old, and of too many the oldest.
    var expired: ExpiredRows {
        ExpiredRows { [limits] db, now, limit in
            var over = now.adding(seconds: -limits.unusedWallet).seconds
            if let crowd = try Self.crowded(beyond: limits.unusedWallets, in: db) {
                over = max(over, min(crowd, now.adding(seconds: -limits.crowdedWallet).seconds))
            }
            let statement = try db.cachedStatement(sql: """
                SELECT d.did, EXISTS (SELECT 1 FROM ledger_did l WHERE l.did = d.did) AS known,
                    EXISTS (SELECT 1 FROM tas_wallet w WHERE w.device_did = d.did AND w.status = 'CREATED') AS waits
                FROM wallet_device d WHERE d.unused_since < ? ORDER BY d.unused_since LIMIT ?
                """)
            let devices = try Row.fetchAll(statement, arguments: [over, limit])
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

    /// When the youngest one that is too many was attested; `nil` when there are not too many. Reads no more of the index than may be.
    private static func crowded(beyond count: Int, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: """
                SELECT unused_since FROM wallet_device WHERE unused_since IS NOT NULL ORDER BY unused_since DESC LIMIT 1 OFFSET ?
                """),
            arguments: [count]).map { $0 &+ 1 }
    }
}
