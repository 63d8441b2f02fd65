import Foundation
import GRDB
import OpenDID_DataModel

/// Stores the devices that the wallet provider has attested, each with the answer that it received.
struct WalletDeviceStore: Sendable {
    static let migrations = [
        SQLiteMigration("wallet, version 1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE wallet_device (
                        did TEXT NOT NULL PRIMARY KEY, wallet_id TEXT NOT NULL UNIQUE, document BLOB NOT NULL, answer BLOB NOT NULL,
                        unused_since INTEGER
                    );
                    CREATE INDEX wallet_device_unused ON wallet_device (unused_since) WHERE unused_since IS NOT NULL;
                    """)
        }
    ]

    struct Device: Sendable {
        /// SHA-256 of the device's DID document without proofs.
        let document: [UInt8]
        let answer: [UInt8]
    }

    let database: any ServiceDatabase

    /// Returns the device with a DID, or `nil` if it was never attested.
    func find(_ did: String) async throws -> Device? {
        try await database.read { db in
            try Row.fetchOne(
                db.cachedStatement(sql: "SELECT document, answer FROM wallet_device WHERE did = ?"), arguments: [did]
            )
            .map { Device(document: [UInt8]($0[0] as Data), answer: [UInt8]($0[1] as Data)) }
        }
    }

    /// Stores a new device. Its wallet has no owner yet. A device that is already stored is not changed.
    func add(_ did: String, walletID: String, _ device: Device, at now: UTCInstant) async throws {
        try await database.write { db in
            try db.executeCached(
                sql:
                    "INSERT OR IGNORE INTO wallet_device (did, wallet_id, document, answer, unused_since) VALUES (?, ?, ?, ?, ?)",
                arguments: [did, walletID, Data(device.document), Data(device.answer), now.seconds])
        }
    }
}
