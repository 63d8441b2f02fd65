/// The data that is needed before a vault is open: the vault's id and its wrapped key. It is readable without a key and therefore a
/// ``CheckedRecord``. The ledger has its hash, so that an older header is not accepted.
struct VaultHeader: Codable, Sendable, Hashable {
    static let name = PlainRows.header
    static let currentFormat = 1

    let format: Int
    /// 16 random bytes that identify the vault.
    let vault: StoredBytes
    /// The vault's key, wrapped by the ``StoreKeyGuard``, while no passcode is registered.
    var guarded: StoredBytes?
    /// The vault's key, encrypted with the passcode. Exactly one of the two is present.
    var passcode: PasscodeSeal?
    /// The first salt of a lock whose passcode was changed.
    var firstSalt: StoredBytes?

    /// The identifier of the lock, which stays the same when its passcode is changed. `nil` without a lock.
    var lock: StoredBytes? { passcode.map { firstSalt ?? $0.salt } }

    init(vault: [UInt8], guarded: [UInt8]) {
        format = Self.currentFormat
        self.vault = StoredBytes(vault)
        self.guarded = StoredBytes(guarded)
    }

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

    /// The associated data of the key under the passcode.
    var passcodeContext: SealContext { SealContext("vault key", vault.bytes) }
}
