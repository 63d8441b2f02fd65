import Foundation
import HeraldKeys
import OpenDID_DataModel

extension WalletAPI {
    /// Returns the wallet's identity, signed by the device (OpenDID sheet 5.5, S4).
    /// - Throws: ``WalletError`` with code `state` before the wallet was created, or with code `locked`.
    public func getSignedWalletInfo() async throws(WalletError) -> SignedWalletInfo {
        let wallet = try await wallet()
        return try await wallet.tools(VaultFlowKeys(vault: wallet.vault)).walletInfo(wallet.snapshot())
    }

    /// Returns the holder's answer to a nonce (OpenDID sheet 5.7, 5.10, 5.11), signed with a key of the registered document.
    /// - Parameters:
    ///   - authNonce: the trust agent's nonce, which is sent back unchanged.
    ///   - passcode: the PIN. Without it, the key `bio` signs.
    /// - Throws: ``WalletError`` with code `state` before the holder is registered, or with code `wrong_passcode`, `key_not_found` or
    ///   `biometric`.
    public func getSignedDidAuth(authNonce: String, passcode: String? = nil) async throws(WalletError) -> DIDAuth {
        let wallet = try await wallet()
        _ = try FlowChecks.bytes(authNonce, count: FlowTools.nonceByteCount, "authNonce")
        try await settleFirstDocument(wallet)
        let unlock = unlock(passcode)
        return try await wallet.tools(VaultFlowKeys(vault: wallet.vault, unlock: unlock)).didAuth(
            authNonce, wallet.snapshot(), unlock.authentication)
    }

    /// Signs a digest without hashing it again (OpenDID sheet 2.3).
    /// - Parameters:
    ///   - keyId: the key's name.
    ///   - pin: the PIN in UTF-8, for a key with a PIN.
    ///   - data: the digest, 32 bytes.
    ///   - type: the owner of the key.
    /// - Returns: 65 bytes: header, r and s.
    /// - Throws: ``WalletError`` with code `parameter` if the digest has another length, or with code `key_not_found`, `key_unlock`,
    ///   `wrong_passcode` or `biometric`.
    @discardableResult
    public func sign(keyId: String, pin: Data? = nil, data: Data, type: DidDocumentType) async throws(WalletError)
        -> Data
    {
        guard data.count == 32 else {
            throw WalletError(.parameter, field: "data", reason: "a digest of 32 bytes expected")
        }
        let vault = try await wallet().vault
        let owner: KeyOwner = type == .device ? .device : .holder
        var stage = KeyStage.active
        var info = try await vault.keyInfos(owner).first { $0.id == keyId }
        if info == nil {
            stage = .pending
            info = try await vault.keyInfos(owner, stage: .pending).first { $0.id == keyId }
        }
        let unlock: KeyUnlock =
            if let pin {
                .pin(SecretText(String(decoding: pin, as: UTF8.self)))
            } else if info?.accessMethod == .biometric {
                .bio(prompt: prompt(keyId))
            } else {
                .none
            }
        let signer = try await vault.signer(owner, keyID: keyId, unlock: unlock, stage: stage)
        return Data(try await translating(.signing, keyId) { try await signer.sign(digest: [UInt8](data)).bytes })
    }

    /// True if a P-256 key made a signature over a digest (OpenDID sheet 2.3).
    /// - Parameters:
    ///   - publicKey: 33 bytes compressed, or 65 bytes uncompressed.
    ///   - data: the digest, 32 bytes.
    ///   - signature: 65 bytes: header, r and s.
    /// - Throws: ``WalletError`` with code `key_form` if the key is malformed, or with code `parameter` if the digest or the signature is
    ///   malformed.
    public func verify(publicKey: Data, data: Data, signature: Data) throws(WalletError) -> Bool {
        let key: VerificationKey
        do {
            key = try VerificationKey(type: .secp256r1VerificationKey2018, bytes: [UInt8](publicKey))
        } catch {
            throw WalletError(
                .keyForm, field: "publicKey", reason: "a public key of P-256 expected", upstreamCode: "MSDKWLT11100")
        }
        guard data.count == 32 else {
            throw WalletError(.parameter, field: "data", reason: "a digest of 32 bytes expected")
        }
        do {
            return key.verify(try CompactSignature(bytes: [UInt8](signature)), digest: [UInt8](data))
        } catch {
            throw WalletError(.parameter, field: "signature", reason: error.reason, upstreamCode: "MSDKWLT11202")
        }
    }

    /// Makes the holder's first document the current one if the registry has it. Functions that need the document call this function first,
    /// because apps of release 1 do not call ``saveHolderDIDDocument()``.
    func settleFirstDocument(_ wallet: OpenDIDWallet) async throws(WalletError) {
        guard try await wallet.vault.document(.holder) == nil else { return }
        try await settleHolder(wallet)
    }
}
