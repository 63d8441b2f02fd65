import GRDB
import OpenDID_DataModel

/// Devices that were attested and are in no wallet with an owner: anybody can have such attested, with a DID document each. The attestation is
/// made anew when such a device asks again.
struct UnusedDevices: Sendable {
    let limits: ServiceLimits

    /// Those that are too old, and of too many the oldest. For a process that has the registry and the trust agent's wallets.
    var expired: ExpiredRows {
        ExpiredRows { [self] db, now, limit in
            let devices = try candidates(at: now, limit: limit, in: db)
            for device in devices { try Self.settle(device, DeviceUse.find(device.did, in: db), at: now, in: db) }
            return devices.count
        }
    }

    /// The same for a process that has to ask what became of them.
    func expired(asking registry: any RegistryAccess, database: ServiceDatabase) -> AskedRows {
        AskedRows { [self] now, limit in
            let devices = try await database.read { db in try candidates(at: now, limit: limit, in: db) }
            guard !devices.isEmpty else { return 0 }
            let uses = try await registry.uses(ofDevices: devices.map(\.did))
            // What the registry says nothing of is asked about again.
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
        let unusedSince: Int64
    }

    private func candidates(at now: UTCInstant, limit: Int, in db: Database) throws -> [Candidate] {
        var over = now.adding(seconds: -limits.unusedWallet).seconds
        if let crowd = try Self.crowded(beyond: limits.unusedWallets, in: db) {
            over = max(over, min(crowd, now.adding(seconds: -limits.crowdedWallet).seconds))
        }
        return try Row.fetchAll(
            db.cachedStatement(sql: "SELECT did, unused_since FROM wallet_device WHERE unused_since < ? ORDER BY unused_since LIMIT ?"),
            arguments: [over, limit]).map { Candidate(did: $0[0], unusedSince: $0[1]) }
    }

    /// A device that was attested anew since it was looked at stays as it is.
    private static func settle(_ device: Candidate, _ use: DeviceUse, at now: UTCInstant, in db: Database) throws {
        guard use != .none else {
            return try db.executeCached(
                sql: "DELETE FROM wallet_device WHERE did = ? AND unused_since = ?", arguments: [device.did, device.unusedSince])
        }
        // Used for good, or to be looked at again.
        try db.executeCached(
            sql: "UPDATE wallet_device SET unused_since = ? WHERE did = ? AND unused_since = ?",
            arguments: [use == .waiting ? now.seconds : nil, device.did, device.unusedSince])
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
