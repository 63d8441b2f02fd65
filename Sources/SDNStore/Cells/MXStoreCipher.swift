/// Encrypts the content of a store. `SDNStoreEncryption` has a cipher with AES-256-GCM. An app may bring its own.
///
/// Encrypted content is bound to its place in the store. Content that was encrypted with one binding must not decrypt with another.
public protocol MXStoreCipher: Sendable {
    /// Encrypts bytes. Each call must give a different result.
    /// - Parameters:
    ///   - bytes: the bytes to store.
    ///   - binding: the bytes that stand for the content's place in the store. ``open(_:boundTo:)`` receives the same bytes. They are not secret.
    /// - Throws: any error, when the bytes cannot be encrypted.
    func seal(_ bytes: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8]
    /// Decrypts sealed bytes.
    /// - Throws: any error, when the bytes were changed, or were encrypted with another key or another binding.
    func open(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8]
}
