import HeraldKeys
import OpenDID_DataModel

/// Where keys behind a finger or a face live, such as the Secure Enclave. An app implements it; the vault keeps the public key and the id.
///
/// The vault makes ids that are never used twice, so that a key that waits for its document does not disturb the one in use.
public protocol BiometricKeyStore: Sendable {
    /// Makes a P-256 key that only the present user can use.
    /// - Parameter id: 1 to 100 characters of `A-Z a-z 0-9 . _ -`.
    func makeKey(id: String) async throws -> VerificationKey
    /// Signs a 32-byte digest as it is, after asking the user.
    /// - Parameters:
    ///   - id: the key.
    ///   - digest: what is signed.
    ///   - prompt: what the user is told.
    /// - Returns: a signature with low s and its recovery id (OpenDID sheet 2.3).
    func sign(id: String, digest: [UInt8], prompt: String) async throws -> CompactSignature
    /// Removes a key; one that is not there is no error.
    func deleteKey(id: String) async throws
}
