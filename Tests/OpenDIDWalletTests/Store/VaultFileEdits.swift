import Foundation
import GRDB
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// Vaults with something of every kind in them, and ways to alter their files.
protocol VaultFileEdits {}

extension VaultFileEdits {
    /// A vault with something of every kind in it, closed.
    func full(_ world: VaultWorld, lock: Bool = false) async throws {
        let vault = try await world.operating()
        try await addPIN(vault, world)
        try await vault.commit([.retirePendingDocument(.holder)])
        try await addPIN(vault, world)
        try await vault.commit([
            .addCredential(bytes: VaultWorld.credential(id: "c3", schema: "c"), replacingSameSchema: false),
            .doubtCredential("c3"),
            .setRecord("settings", [1, 2, 3]),
            .addCredential(bytes: VaultWorld.credential(id: "c1"), replacingSameSchema: false),
            .addCredential(bytes: VaultWorld.credential(id: "c2", schema: "b"), replacingSameSchema: false),
            .setWalletToken(VaultWorld.token(until: world.now())),
            .putJournal(JournalEntry(id: "run", flow: "issue-vc", state: [1, 2, 3])),
        ])
        _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("wrong")) }
        let met = try #require(try await vault.document(.device))
        try await vault.rememberProvider(ProviderKeys(met), after: nil)
        if lock { try await vault.registerLock(passcode: VaultWorld.passcode) }
        await vault.close()
    }

    /// A document with a new PIN on its way.
    private func addPIN(_ vault: WalletVault, _ world: VaultWorld) async throws {
        try await vault.generateKey(.holder, id: "pin", protection: .pin(SecretText("654321")), stage: .pending)
        world.pass(seconds: 1)
        var edit = DIDDocumentEdit(try #require(try await vault.document(.holder)))
        try edit.replace(try #require(try await vault.keyInfos(.holder, stage: .pending).first).documentEntry())
        try await vault.commit([.setPendingDocument(.holder, edit.nextVersion(at: world.now()))])
    }

    /// Changes the closed database by SQL.
    func edit(_ world: VaultWorld, _ body: (Database) throws -> Void) throws {
        let queue = try DatabaseQueue(path: world.database.path)
        try queue.write(body)
        try queue.close()
    }

    func blobs(_ world: VaultWorld) throws -> [StoredBlob] {
        var found: [StoredBlob] = []
        try edit(world) { db in
            for row in try Row.fetchAll(db, sql: "SELECT rowid AS number, kind, value FROM item") {
                found.append(StoredBlob(row: row["number"], name: row["kind"], value: row["value"]))
            }
        }
        return found
    }

    /// Opens, unlocks when there is a lock, and reads everything.
    func readAll(_ world: VaultWorld, lock: Bool = false) async throws {
        let vault = try await world.open()
        do {
            if lock { try await vault.authenticateLock(passcode: VaultWorld.passcode) }
            _ = try await (
                vault.credentials(), vault.journalEntries(), vault.walletToken(), vault.boundUser(), vault.allowedApps()
            )
            for owner in KeyOwner.allCases {
                _ = try await (
                    vault.document(owner), vault.pendingDocument(owner), vault.keyInfos(owner),
                    vault.keyInfos(owner, stage: .pending)
                )
            }
        } catch {
            await vault.close()
            throw error
        }
        await vault.close()
    }

    func restore(_ content: Data, _ world: VaultWorld) throws {
        for suffix in ["-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: world.database.path + suffix)
        }
        try content.write(to: world.database)
    }
}

struct StoredBlob { let row: Int64, name: String, value: Data }
