import OpenDID_DataModel

/// Stores the devices that the wallet provider has attested, each with the answer that it received.
struct WalletDeviceStore: Sendable {
    let database: any ServiceDatabase

    /// Returns the device with a DID, or `nil` if it was never attested.
    func find(_ did: String) async throws -> WalletDevice? {
        try await database.read { rows in try rows.walletDevice(did) }
    }

    /// Stores a new device. Its wallet has no owner yet. A device that is already stored is not changed.
    func add(_ did: String, walletID: String, _ device: WalletDevice, at now: UTCInstant) async throws {
        try await database.write { rows in
            try rows.insertWalletDeviceIfAbsent(device, did: did, walletID: walletID, unusedSince: now)
        }
    }
}
