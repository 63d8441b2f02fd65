import HeraldKeys
import OpenDID_DataModel

extension WalletVault {
    /// Imports a key from an original wallet. The vault then protects the key like every other key with a PIN.
    /// - Parameters:
    ///   - item: the key as the original wallet stores it.
    ///   - owner: the owner of the key.
    ///   - id: the key's name in this vault.
    ///   - publicKey: the compressed public key of the key item. With it, the vault detects a wrong PIN that the
    ///     format alone does not detect.
    ///   - pin: the key's PIN, which stays the same.
    ///   - stage: the stage of the key. Defaults to `active`.
    /// - Throws: ``WalletError`` with code `wrong_passcode`, with code `key_form` if the keys do not belong together, and as
    ///   ``generateKey(_:id:protection:algorithm:stage:)``.
    @discardableResult
    public func importPINKey(
        _ item: UpstreamKeyFormat.PINKey, _ owner: KeyOwner, id: String, publicKey: VerificationKey, pin: SecretText,
        stage: KeyStage = .active
    ) async throws(WalletError) -> KeyInfo {
        var bytes = try UpstreamKeyFormat.open(item, pin: pin)
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        let key = try KeyMaking.key(publicKey.keyType.convertTo(), bytes: bytes)
        guard key.verificationKey == publicKey else {
            throw WalletError(
                .keyForm, field: id, reason: "the private key does not belong to the public one; the PIN may be wrong")
        }
        return try add(key, owner, id, pin: pin, stage)
    }

    /// Returns a key with a PIN in the original wallet's format. This format protects the key less than the vault does, so handle the
    /// result like an unprotected key.
    /// - Throws: ``WalletError`` as ``authenticatePIN(_:keyID:pin:)`` does.
    public func exportPINKey(_ owner: KeyOwner, keyID: String, pin: SecretText) async throws(WalletError)
        -> UpstreamKeyFormat.PINKey
    {
        let record = try keyRecord(owner, keyID, .active)
        var bytes = KeyMaking.exposedBytes(try openedKey(record, pin: pin, .active))
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        return try UpstreamKeyFormat.seal(privateKey: bytes, pin: pin, salt: randomBytes(32))
    }
}
