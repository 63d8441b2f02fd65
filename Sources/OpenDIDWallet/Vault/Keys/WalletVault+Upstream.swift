import HeraldKeys
import OpenDID_DataModel

extension WalletVault {
    /// Takes a key over from an original wallet. In this vault it is protected as every PIN key is.
    /// - Parameters:
    ///   - item: the key as the original wallet stores it.
    ///   - owner: whose key it becomes.
    ///   - id: its name here.
    ///   - publicKey: the compressed public key of the key item; tells a wrong PIN that the format itself does not.
    ///   - pin: its PIN, there and here.
    ///   - stage: when the key is in use. Defaults to at once.
    /// - Throws: ``WalletError`` `wrong_passcode`, `key_form` when the keys do not belong together, and as
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
            throw WalletError(.keyForm, field: id, reason: "the private key does not belong to the public one; the PIN may be wrong")
        }
        return try add(key, owner, id, pin: pin, stage)
    }

    /// A PIN key in the original wallet's format, for moving it there. It protects less than this vault: handle it as the key itself.
    /// - Throws: ``WalletError`` as ``authenticatePIN(_:keyID:pin:)``.
    public func exportPINKey(_ owner: KeyOwner, keyID: String, pin: SecretText) async throws(WalletError) -> UpstreamKeyFormat.PINKey {
        let record = try keyRecord(owner, keyID, .active)
        var bytes = KeyMaking.exposedBytes(try openedKey(record, pin: pin, .active))
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        return try UpstreamKeyFormat.seal(privateKey: bytes, pin: pin, salt: randomBytes(32))
    }
}
