import GRDB
import OpenDID_DataModel

/// Deletes attested devices that belong to no wallet with an owner. This is needed because any client can have devices attested, each with
/// a DID document. A deleted device can be attested again.
struct UnusedDevices: Sendable {
    let limits: ServiceLimits

    /// Deletes unused devices that are too old, and the oldest ones above the limit. This property is for a process whose database also
    /// contains the registry and the trust agent's wallets.
    var expired: ExpiredRows {
        ExpiredRows { [self] db, now, limit in
            let devices = try candidates(at: now, limit: limit, in: db)
            for device in devices { try Self.settle(device, DeviceUse.find(device.did, in: db), at: now, in: db) }
            return devices.count
        }
    }

    /// Deletes the same devices as ``expired``. This function is for a process that must ask another process if a device is used.
    func expired(asking registry: any RegistryAccess, database: any ServiceDatabase) -> AskedRows {
        AskedRows { [self] now, limit in
            let devices = try await database.read { db in try candidates(at: now, limit: limit, in: db) }
            guard !devices.isEmpty else { return 0 }
            let uses = try await registry.uses(ofDevices: devices.map(\.did))
            // A device about which the registry did not answer is checked again later.
            return try await database.write { db in
                var settled = 0
                for device in devices {
                    guard let use = uses[device.did] else { continue }
                    try Self.settle(device, use, at: now, in: db)
                    settled += 1
                }
                return settled
            }
        }
    }

    private struct Candidate: Sendable {
        let did: String
        let unusedSince: UTCInstant
    }

    private func candidates(at now: UTCInstant, limit: Int, in db: any ServiceRows) throws -> [Candidate] {
        var over = now - limits.unusedWallet
        if let crowd = try Self.crowded(beyond: limits.unusedWallets, in: db) {
            over = max(over, min(crowd, now - limits.crowdedWallet))
        }
        return try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT did, unused_since FROM wallet_device WHERE unused_since < ? ORDER BY unused_since LIMIT ?"),
            arguments: [over.seconds, limit]
        ).map { Candidate(did: $0[0], unusedSince: UTCInstant(seconds: $0[1])) }
    }

    /// Deletes the device if it is unused. Otherwise updates the time from which it counts as unused. Changes nothing if the device was
    /// attested again after it was read.
    private static func settle(_ device: Candidate, _ use: DeviceUse, at now: UTCInstant, in db: any ServiceRows) throws {
        guard use != .none else {
            return try db.executeCached(
                sql: "DELETE FROM wallet_device WHERE did = ? AND unused_since = ?",
                arguments: [device.did, device.unusedSince.seconds])
        }
        // If the device's wallet waits for an owner, the device is checked again later. If the wallet has an owner, the device is never
        // checked again.
        try db.executeCached(
            sql: "UPDATE wallet_device SET unused_since = ? WHERE did = ? AND unused_since = ?",
            arguments: [use == .waiting ? now.seconds : nil, device.did, device.unusedSince.seconds])
    }

    /// Returns the time just after the newest device above the limit was attested, or `nil` if the limit is not exceeded. It reads at most
    /// `count` + 1 index entries.
    private static func crowded(beyond count: Int, in db: any ServiceRows) throws -> UTCInstant? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT unused_since FROM wallet_device WHERE unused_since IS NOT NULL ORDER BY unused_since DESC LIMIT 1 OFFSET ?
                    """),
            arguments: [count]
        ).map { UTCInstant(seconds: $0) + .seconds(1) }
    }
}
