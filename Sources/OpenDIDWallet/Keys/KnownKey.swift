import HeraldKeys
import OpenDID_DataModel

/// A key's row as it was read last. A private key without further encryption is ready for signing, and the record no longer contains its
/// bytes.
struct KnownKey: Sendable {
    let record: KeyRecord
    let free: SigningKey?

    /// - Throws: ``WalletError`` with code `key_form` if the private key cannot be read or does not belong to the public key.
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
