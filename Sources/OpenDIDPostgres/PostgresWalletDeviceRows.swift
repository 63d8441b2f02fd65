import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func walletDevice(_ did: String) throws -> WalletDevice? {
        try transaction.first("SELECT document, answer FROM wallet_device WHERE did = $1", [did])
            .map { WalletDevice(document: try $0.get(0), answer: try $0.get(1)) }
    }

    func insertWalletDeviceIfAbsent(
        _ device: WalletDevice, did: String, walletID: String, unusedSince now: UTCInstant
    ) throws {
        try transaction.execute(
            """
            INSERT INTO wallet_device (did, wallet_id, document, answer, unused_since) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING
            """,
            [did, walletID, device.document, device.answer, now.seconds])
    }

    func unusedDevices(before instant: UTCInstant, limit: Int, locking: Bool) throws -> [UnusedDevice] {
        try transaction.rows(
            "SELECT did, unused_since FROM wallet_device WHERE unused_since < $1 ORDER BY unused_since LIMIT $2"
                + (locking ? " FOR UPDATE SKIP LOCKED" : ""),
            [instant.seconds, limit]
        ).map { UnusedDevice(did: try $0.get(0), unusedSince: UTCInstant(seconds: try $0.get(1))) }
    }

    func newestUnusedDevice(beyond count: Int) throws -> UTCInstant? {
        try transaction.first(
            """
            SELECT unused_since FROM wallet_device WHERE unused_since IS NOT NULL ORDER BY unused_since DESC LIMIT 1 OFFSET $1
            """,
            [count]
        ).map { UTCInstant(seconds: try $0.get(0)) }
    }

    func deleteUnusedDevice(_ device: UnusedDevice) throws {
        try transaction.execute(
            "DELETE FROM wallet_device WHERE did = $1 AND unused_since = $2", [device.did, device.unusedSince.seconds])
    }

    func moveUnusedDevice(_ device: UnusedDevice, to instant: UTCInstant?) throws {
        try transaction.execute(
            "UPDATE wallet_device SET unused_since = $1 WHERE did = $2 AND unused_since = $3",
            [instant?.seconds, device.did, device.unusedSince.seconds])
    }
}
