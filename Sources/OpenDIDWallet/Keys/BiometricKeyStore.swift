import HeraldKeys
import OpenDID_DataModel

/// A store of keys that biometrics protects, such as the Secure Enclave. An app implements it. The vault stores the public key and the id.
///
/// The vault creates ids that are never used twice, so that a pending key does not replace the active one.
public protocol BiometricKeyStore: Sendable {
    /// Creates a P-256 key that only the present user can use.
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
