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
