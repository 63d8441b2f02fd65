/// The data that is needed to open a vault: the vault's id and its encrypted key. The header is readable without a key, so it is a
/// ``CheckedRecord``. The ledger contains the header's hash, so that an older header is not accepted.
struct VaultHeader: Codable, Sendable, Hashable {
    static let name = PlainRows.header
    static let currentFormat = 1

    let format: Int
    /// 16 random bytes that identify the vault.
    let vault: StoredBytes
    /// The vault's key, encrypted by the ``StoreKeyGuard``. It is present while no passcode is registered.
    var guarded: StoredBytes?
    /// The vault's key, encrypted with the passcode. Exactly one of `guarded` and `passcode` is present.
    var passcode: PasscodeSeal?
    /// The salt of the lock's first passcode. It is present if the passcode was changed after the lock was registered.
    var firstSalt: StoredBytes?

    /// The identifier of the lock. It stays the same when the passcode of the lock is changed. `nil` if there is no lock.
    var lock: StoredBytes? { passcode.map { firstSalt ?? $0.salt } }

    init(vault: [UInt8], guarded: [UInt8]) {
        format = Self.currentFormat
        self.vault = StoredBytes(vault)
        self.guarded = StoredBytes(guarded)
    }

    /// Reads a header.
    /// - Throws: ``WalletError`` with code `damaged` if the record is malformed, or with code `too_new` if a newer version wrote it.
    static func read(_ bytes: [UInt8]) throws(WalletError) -> VaultHeader {
        let header = try CheckedRecord.read(VaultHeader.self, bytes, name: name)
        guard header.format <= currentFormat else {
            throw WalletError(
                .tooNew, field: name, reason: "a newer version of this library wrote the vault, so use that version")
        }
        guard header.format == currentFormat, header.vault.bytes.count == 16,
            (header.guarded == nil) != (header.passcode == nil)
        else {
            throw WalletError(.damaged, field: name, reason: "the record is malformed")
        }
        return header
    }

    func bytes() throws(WalletError) -> [UInt8] { try CheckedRecord.bytes(self, name: Self.name) }

    /// The associated data for encrypting the vault's key with the passcode.
    var passcodeContext: SealContext { SealContext("vault key", vault.bytes) }
}
