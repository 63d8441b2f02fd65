import HeraldKeys
import OpenDID_DataModel

/// A store of keys that the user unlocks with biometrics, such as the Secure Enclave. An app implements it. The vault stores only the
/// public key and the id of each key.
///
/// The vault never uses an id twice, so that a new pending key does not replace the active one.
public protocol BiometricKeyStore: Sendable {
    /// Creates a P-256 key that can be used only after the user has authenticated with biometrics.
    /// - Parameter id: 1 to 100 characters of `A-Z a-z 0-9 . _ -`.
    /// - Throws: an error if the store cannot create the key.
    func makeKey(id: String) async throws -> VerificationKey
    /// Signs a 32-byte digest without hashing it again, after the user has approved.
    /// - Parameters:
    ///   - id: the id of the key.
    ///   - digest: the digest to sign.
    ///   - prompt: the text for the user.
    /// - Returns: a signature with low s and its recovery id (OpenDID sheet 2.3).
    /// - Throws: an error if the user refuses or there is no such key.
    func sign(id: String, digest: [UInt8], prompt: String) async throws -> CompactSignature
    /// Deletes a key. A missing key is not an error.
    /// - Throws: an error if the store cannot delete the key.
    func deleteKey(id: String) async throws
}
