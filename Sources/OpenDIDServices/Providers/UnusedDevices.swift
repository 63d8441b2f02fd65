import OpenDID_DataModel

/// Deletes attested devices that belong to no wallet with an owner. This is needed because any client can have devices attested, each with
/// a DID document. A deleted device can be attested again.
struct UnusedDevices: Sendable {
    let limits: ServiceLimits

    /// Deletes unused devices that are too old, and the oldest ones above the limit. This property is for a process whose database also
    /// contains the registry and the trust agent's wallets.
    var expired: ExpiredRows {
        ExpiredRows { [self] rows, now, limit in
            let devices = try candidates(at: now, limit: limit, locking: true, in: rows)
            for device in devices { try Self.settle(device, rows.use(ofDevice: device.did), at: now, in: rows) }
            return devices.count
        }
    }

    /// Deletes the same devices as ``expired``. This function is for a process that must ask another process if a device is used.
    func expired(asking registry: any RegistryAccess, database: any ServiceDatabase) -> AskedRows {
        AskedRows { [self] now, limit in
            let devices = try await database.read { rows in
                try candidates(at: now, limit: limit, locking: false, in: rows)
            }
            guard !devices.isEmpty else { return 0 }
            let uses = try await registry.uses(ofDevices: devices.map(\.did))
            // A device about which the registry did not answer is checked again later.
            return try await database.sweep { rows in
                var settled = 0
                for device in devices {
                    guard let use = uses[device.did] else { continue }
                    try Self.settle(device, use, at: now, in: rows)
                    settled += 1
                }
                return settled
            }
        }
    }

    private func candidates(
        at now: UTCInstant, limit: Int, locking: Bool, in rows: any ServiceRows
    ) throws -> [UnusedDevice] {
        var over = now - limits.unusedWallet
        if let newest = try rows.newestUnusedDevice(beyond: limits.unusedWallets) {
            // All devices of the same second are too many together.
            over = max(over, min(newest + .seconds(1), now - limits.crowdedWallet))
        }
        return try rows.unusedDevices(before: over, limit: limit, locking: locking)
    }

    /// Deletes the device if it is unused. Otherwise updates the time from which it counts as unused. Changes nothing if the device was
    /// attested again after it was read.
    private static func settle(_ device: UnusedDevice, _ use: DeviceUse, at now: UTCInstant, in rows: any ServiceRows)
        throws
    {
        switch use {
        case .none: try rows.deleteUnusedDevice(device)
        // The device is checked again later.
        case .waiting: try rows.moveUnusedDevice(device, to: now)
        // The device is never checked again.
        case .owned: try rows.moveUnusedDevice(device, to: nil)
        }
    }
}
