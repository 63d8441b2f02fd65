import Crypto
import HeraldKeys

/// Encrypts rows and makes their marks. Both keys are derived from the vault's key, so that no key has two uses.
struct RowSeal: Sendable {
    /// 16 random bytes that identify this vault.
    let vault: [UInt8]
    private let rows: SymmetricKey
    private let marks: SymmetricKey

    init(vaultKey: SecretBytes, vault: [UInt8]) {
        let count = vaultKey.count
        let master = vaultKey.withBytes { SymmetricKey(data: UnsafeRawBufferPointer(start: $0, count: count)) }
        self.vault = vault
        rows = Self.derive(master, vault, use: "rows")
        marks = Self.derive(master, vault, use: "marks")
    }

    func seal(_ plaintext: [UInt8], as name: RowName, nonce: [UInt8]) throws(WalletError) -> [UInt8] {
        try AuthenticatedSeal.seal(plaintext, key: rows, context: context(name), nonce: nonce)
    }

    /// - Throws: ``WalletError`` with code `damaged` if the row was altered or belongs elsewhere.
    func open(_ sealed: [UInt8], as name: RowName) throws(WalletError) -> [UInt8] {
        guard let plaintext = AuthenticatedSeal.open(sealed, key: rows, context: context(name)) else {
            throw WalletError(.damaged, field: name.field, reason: "the row was altered or moved")
        }
        return plaintext
    }

    /// Returns the row's contribution to the ledger. It cannot be calculated or recognised without the vault's key.
    func mark(_ sealed: [UInt8], as name: RowName) -> [UInt8] {
        let context = SealContext("mark", vault, Array(name.kind.rawValue.utf8), Array(name.id.utf8), sealed)
        return Array(HMAC<SHA256>.authenticationCode(for: context.bytes, using: marks))
    }

    private func context(_ name: RowName) -> SealContext {
        SealContext("row", vault, Array(name.kind.rawValue.utf8), Array(name.id.utf8))
    }

    private static func derive(_ master: SymmetricKey, _ vault: [UInt8], use: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: master, salt: vault, info: SealContext("key", Array(use.utf8)).bytes,
            outputByteCount: AuthenticatedSeal.keyLength)
    }
}
