/// Keeps the content of a store unreadable without a key. `SDNStoreEncryption` has one that is AES-256-GCM; an app may bring its own.
///
/// What is sealed is bound to its place in the store: it must not open with another binding.
public protocol MXStoreCipher: Sendable {
    /// Makes bytes unreadable, differently each time.
    /// - Parameters:
    ///   - bytes: what is to be stored.
    ///   - binding: what ``open(_:boundTo:)`` has to be given again; it is not secret.
    func seal(_ bytes: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8]
    /// Gives back what was sealed.
    /// - Throws: anything, when the bytes were changed, were sealed with another key, or stood in another place.
    func open(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8]
}
