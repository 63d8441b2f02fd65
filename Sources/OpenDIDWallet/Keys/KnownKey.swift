import HeraldKeys
import OpenDID_DataModel

/// A key's row as it was read last. The private key of one that opens with the vault is ready to sign, the row's own copy of it is gone.
struct KnownKey: Sendable {
    let record: KeyRecord
    let free: SigningKey?

    /// - Throws: ``WalletError`` `key_form`.
    init(_ stored: KeyRecord) throws(WalletError) {
        var record = stored
        record.free = nil
        self.record = record
        guard var bytes = stored.free?.bytes else {
            free = nil
            return
        }
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        free = try stored.signingKey(bytes)
    }

    var info: KeyInfo { record.info }
}

extension WalletVault {
    /// The key, read and checked once for as long as its row stays what it is and the vault is open.
    /// - Throws: ``WalletError`` `key_not_found`, `damaged`, `key_form`, `locked`.
    func knownKey(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) throws(WalletError) -> KnownKey {
        let name = RowName.key(owner, id, stage)
        if let known = try recalled(KnownKey.self, name) { return known }
        let key = try KnownKey(try keyRecord(owner, id, stage))
        remember(key, name)
        return key
    }
}
