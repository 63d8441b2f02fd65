/// What has to be known before a vault is open: which one it is and how its key is wrapped. Readable without a key, hence a
/// ``CheckedRecord``; the ledger has its hash, so that an older one does not pass for it.
struct VaultHeader: Codable, Sendable, Hashable {
    static let name = PlainRows.header
    static let currentFormat = 1

    let format: Int
    /// 16 random bytes.
    let vault: StoredBytes
    /// The vault's key as the ``StoreKeyGuard`` wrapped it, while no passcode is registered.
    var guarded: StoredBytes?
    /// The vault's key under the passcode. Exactly one of both is there.
    var passcode: PasscodeSeal?
    /// The first salt of a lock whose passcode was changed since.
    var firstSalt: StoredBytes?

    /// Tells one lock from another; stays when its passcode is changed. `nil` without a lock.
    var lock: StoredBytes? { passcode.map { firstSalt ?? $0.salt } }

    init(vault: [UInt8], guarded: [UInt8]) {
        format = Self.currentFormat
        self.vault = StoredBytes(vault)
        self.guarded = StoredBytes(guarded)
    }

    /// - Throws: ``WalletError`` `damaged` or `too_new`.
    static func read(_ bytes: [UInt8]) throws(WalletError) -> VaultHeader {
        let header = try CheckedRecord.read(VaultHeader.self, bytes, name: name)
        guard header.format <= currentFormat else {
            throw WalletError(.tooNew, field: name, reason: "the vault was written by a newer version of this library")
        }
        guard header.format == currentFormat, header.vault.bytes.count == 16, (header.guarded == nil) != (header.passcode == nil) else {
            throw WalletError(.damaged, field: name, reason: "the record is not as it has to be")
        }
        return header
    }

    func bytes() throws(WalletError) -> [UInt8] { try CheckedRecord.bytes(self, name: Self.name) }

    /// What the key under the passcode is bound to.
    var passcodeContext: SealContext { SealContext("vault key", vault.bytes) }
}
