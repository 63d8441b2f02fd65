import Crypto
import Foundation
import GRDB
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDWallet

@Suite("Parsers of stored bytes")
struct ParserTests {
    /// Alters good bytes in the ways files are altered: flipped, cut, lengthened, doubled, numbers and texts replaced.
    private func altered(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0..<3, using: &random) {
            guard !bytes.isEmpty else { return bytes }
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.removeSubrange(place..<min(place + Int.random(in: 1...9, using: &random), bytes.count))
            case 3: bytes.insert(contentsOf: (0..<5).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
            case 4: bytes.removeLast(bytes.count - place)
            case 5: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
            default:
                let words = ["null", "-1", "9223372036854775808", "1e400", "\"\"", "{}", "[]", "true", "99999999"]
                bytes.insert(contentsOf: Array(words[Int.random(in: 0..<words.count, using: &random)].utf8), at: place)
            }
        }
        return bytes
    }

    /// Whatever the bytes, there is a value or a ``WalletError`` of these codes.
    private func holds(
        _ samples: [[UInt8]], rounds: Int = 400, codes: Set<WalletError.Code> = [.damaged, .tooNew], seed: UInt64,
        sourceLocation: SourceLocation = #_sourceLocation, _ parse: ([UInt8]) throws -> Void
    ) {
        var random = SeededGenerator(seed: seed)
        let noise = (0..<60).map { length in (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) } }
        for bytes in noise + samples.flatMap({ sample in (0..<rounds).map { _ in altered(sample, &random) } }) {
            do {
                try parse(bytes)
            } catch let error as WalletError where codes.contains(error.code) {
                continue
            } catch {
                Issue.record("\(error) for \(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
            }
        }
    }

    @Test("random and mutated rows of every kind are read or refused")
    func rows() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        try await vault.generateKey(.holder, id: "pin", protection: .pin(SecretText("654321")), stage: .pending)
        try await vault.commit([
            .addCredential(bytes: VaultWorld.credential(id: "c1"), replacingSameSchema: false),
            .setWalletToken(VaultWorld.token(until: world.now())),
            .putJournal(JournalEntry(id: "run", flow: "issue-vc", state: [1, 2, 3])),
            .setPendingDocument(.holder, vault.document(.holder)), .retirePendingDocument(.holder),
            .addCredential(bytes: VaultWorld.credential(id: "c3"), replacingSameSchema: false), .doubtCredential("c3"),
            .setRecord("settings", [1, 2, 3]),
        ])
        try await vault.generateKey(.holder, id: "pin", protection: .pin(SecretText("654321")), stage: .pending)
        try await vault.commit([.setPendingDocument(.holder, vault.document(.holder))])
        for _ in 0..<3 {
            _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("wrong")) }
        }
        let met = try #require(try await vault.document(.device))
        try await vault.rememberProvider(ProviderKeys(met), after: nil)
        for (number, kind) in RowName.Kind.allCases.enumerated() {
            var samples = try await vault.plaintexts(kind)
            if kind == .ledger {
                var ledger = RowLedger()
                samples = [try StoredRecord.bytes(ledger.advanced(header: [UInt8](repeating: 1, count: 32)), field: "")]
            }
            #expect(!samples.isEmpty, "\(kind)")
            for sample in samples { try RowCheck.check(sample, kind: kind) }
            holds(samples, rounds: 150, seed: UInt64(number)) { try RowCheck.check($0, kind: kind) }
        }
    }

    @Test("random and mutated records that are readable without a key are read or refused")
    func plainRecords() async throws {
        let vault = try await VaultWorld().created(.memory)
        let guarded = try await vault.header.bytes()
        try await vault.registerLock(passcode: VaultWorld.passcode)
        let locked = try await vault.header.bytes()
        holds([guarded, locked], seed: 1) { _ = try VaultHeader.read($0) }
        // Behind a hash that is right, the record itself.
        for header in [guarded, locked] {
            let payload = Array(header.dropFirst(33))
            holds([payload], seed: 2) { bytes in
                let hash = SHA256.hash(data: SealContext("record", Array(VaultHeader.name.utf8), bytes).bytes)
                let header = try VaultHeader.read([1] + Array(hash) + bytes)
                #expect(header.vault.bytes.count == 16)
            }
        }
        let attempts = try CheckedRecord.bytes(AttemptRecord(), name: PlainRows.lockAttempts)
        holds([attempts], seed: 3) { _ = try CheckedRecord.read(AttemptRecord.self, $0, name: PlainRows.lockAttempts) }
        let pins = try CheckedRecord.bytes(["ab": AttemptRecord()], name: PlainRows.pinAttempts)
        holds([pins], seed: 5) {
            _ = try CheckedRecord.read([String: AttemptRecord].self, $0, name: PlainRows.pinAttempts)
        }
        let ids = try CheckedRecord.bytes(["a", "b"], name: PlainRows.biometricKeys)
        holds([ids], seed: 4) { _ = try CheckedRecord.read([String].self, $0, name: PlainRows.biometricKeys) }
    }

    @Test("encrypted bytes can be decrypted only unchanged")
    func seals() throws {
        let key = SymmetricKey(data: [UInt8](repeating: 3, count: 32))
        let context = SealContext("test", [1], [2])
        let sealed = try AuthenticatedSeal.seal(
            [9, 9, 9], key: key, context: context, nonce: [UInt8](repeating: 5, count: 12))
        #expect(sealed.count == 3 + AuthenticatedSeal.overhead)
        #expect(AuthenticatedSeal.open(sealed, key: key, context: context) == [9, 9, 9])
        for other in [
            SealContext("test", [1, 2]), SealContext("test", [2], [1]), SealContext("test", [], [1, 2]),
            SealContext("other", [1], [2]),
        ] {
            #expect(AuthenticatedSeal.open(sealed, key: key, context: other) == nil)
        }
        holds([sealed], seed: 5) { bytes in
            if bytes != sealed { #expect(AuthenticatedSeal.open(bytes, key: key, context: context) == nil) }
        }
        #expect(throws: WalletError.self) { try AuthenticatedSeal.seal([], key: key, context: context, nonce: [1]) }
    }

    @Test("mutated backups are refused, even with a right hash")
    func backups() async throws {
        let passphrase = SecretText("a long passphrase")
        let vault = try await VaultWorld().operating(.memory)
        let backup = try await vault.exportBackup(passphrase: passphrase)
        holds([backup], rounds: 100, seed: 6) { _ = try BackupFile.contents($0, passphrase: passphrase) }
        // The header's cost may be anything that is accepted: the altered one is only read, where deriving a key would take its time.
        let body = Array(backup.dropLast(32))
        holds([body], rounds: 100, codes: [.damaged, .wrongPasscode, .encryption], seed: 7) { bytes in
            guard bytes.prefix(200) == body.prefix(200) else { return }
            _ = try BackupFile.contents(bytes + SHA256.hash(data: bytes), passphrase: passphrase)
        }
        let header = try StoredRecord.bytes(BackupFile.Header(cost: .fast, salt: StoredBytes([1, 2])), field: "")
        holds([header], seed: 8) { _ = try StoredRecord.read(BackupFile.Header.self, $0, field: "") }
        let contents = BackupFile.Contents(
            format: 1, made: StoredInstant(UTCInstant(seconds: 1)),
            rows: [.init(kind: .user, id: "", value: StoredBytes([1]))])
        holds([try StoredRecord.bytes(contents, field: "")], seed: 9) {
            for item in try StoredRecord.read(BackupFile.Contents.self, $0, field: "").rows { try item.check() }
        }
    }

    @Test("mutated key files are refused")
    func keyFiles() throws {
        let world = VaultWorld()
        try FileManager.default.createDirectory(at: world.directory, withIntermediateDirectories: true)
        let keyGuard = FileKeyGuard(file: world.keyFile)
        let vault = [UInt8](repeating: 1, count: 16)
        let wrapped = try keyGuard.wrap([UInt8](repeating: 2, count: 32), vault: vault)
        #expect(try keyGuard.unwrap(wrapped, vault: vault) == [UInt8](repeating: 2, count: 32))
        #expect(throws: WalletError.self) { try keyGuard.unwrap(wrapped, vault: [UInt8](repeating: 3, count: 16)) }
        let file = [UInt8](try Data(contentsOf: world.keyFile))
        holds([file], rounds: 200, codes: [.damaged], seed: 10) { bytes in
            try Data(bytes).write(to: world.keyFile)
            if bytes != file { #expect(throws: WalletError.self) { try keyGuard.unwrap(wrapped, vault: vault) } }
        }
        try Data(file).write(to: world.keyFile)
        holds([wrapped], rounds: 200, codes: [.guardKey], seed: 11) { _ = try keyGuard.unwrap($0, vault: vault) }
        try keyGuard.forget(vault: vault)
        try keyGuard.forget(vault: vault)
        #expect(throws: WalletError.self) { try keyGuard.unwrap(wrapped, vault: vault) }
    }
}

extension WalletVault {
    func plaintexts(_ kind: RowName.Kind) throws -> [[UInt8]] {
        try reading { rows in try rows.names(kind).compactMap { try rows.bytes($0) } }
    }

    func setting(_ pragma: String) throws -> Int? {
        try database.read { db in try Int.fetchOne(db, sql: "PRAGMA \(pragma)") }
    }
}
