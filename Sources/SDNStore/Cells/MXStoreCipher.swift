/// Encrypts the content of a store. `SDNStoreEncryption` has a cipher with AES-256-GCM. An app may bring its own.
///
/// Encrypted content is bound to its place in the store. It must not open with another binding.
public protocol MXStoreCipher: Sendable {
    /// Encrypts bytes. Each call must give a different result.
    /// - Parameters:
    ///   - bytes: the bytes to store.
    ///   - binding: the value that ``open(_:boundTo:)`` receives again. It is not secret.
    func seal(_ bytes: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8]
    /// Decrypts sealed bytes.
    /// - Throws: any error, when the bytes were changed, were sealed with another key, or were at another place.
    func open(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8]
}
