import HeraldKeys
import HeraldLocks
import OpenDID_DataModel

/// Signs with a key from the vault. It fails after the vault was locked.
struct VaultSigner: SelfCheckingSigner {
    let key: SigningKey
    let lease: KeyLease

    var verificationKey: VerificationKey { key.verificationKey }

    /// Signs a digest.
    /// - Throws: ``WalletError`` with code `locked` if the vault was locked, or with code `signing`.
    func sign(digest: [UInt8]) throws -> CompactSignature {
        try lease.check()
        do {
            return try key.sign(digest: digest)
        } catch {
            throw WalletError(.signing, field: error.field, reason: error.reason)
        }
    }
}

/// Signs with a key of the biometric key store, which asks the user each time. It checks every signature of the store.
struct BiometricSigner: SelfCheckingSigner {
    let id: String
    let key: VerificationKey
    let prompt: String
    let biometrics: any BiometricKeyStore
    let lease: KeyLease

    var verificationKey: VerificationKey { key }

    /// Signs a digest.
    /// - Throws: ``WalletError`` with code `locked` if the vault was locked, or with code `biometric` if the store does not sign.
    func sign(digest: [UInt8]) async throws -> CompactSignature {
        try lease.check()
        let signature: CompactSignature
        do {
            signature = try await biometrics.sign(id: id, digest: digest, prompt: prompt)
        } catch let error as WalletError {
            throw error
        } catch {
            throw WalletError(.biometric, reason: "the biometric key store did not sign")
        }
        // The signature is checked, because a key store that was restored or reset may have used another key.
        guard let checked = key.checked(signature, digest: digest) else {
            throw WalletError(.biometric, reason: "the biometric key store signed with another key")
        }
        return checked
    }
}

/// Permission to use keys that the vault has given to callers. It ends when the vault is locked.
final class KeyLease: Sendable {
    private let isValid = Mutex(true)

    func end() { isValid.withLock { $0 = false } }

    /// Checks that the keys may still be used.
    /// - Throws: ``WalletError`` with code `locked` if the vault was locked or closed.
    func check() throws(WalletError) {
        guard isValid.withLock({ $0 }) else {
            throw WalletError(.locked, reason: "the wallet was locked or closed after the key was opened")
        }
    }
}
