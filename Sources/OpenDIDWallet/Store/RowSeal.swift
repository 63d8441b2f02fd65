import Crypto
import HeraldKeys

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encrypts rows and calculates their marks. Encryption and marks use two keys that are derived from the vault's key, so that no key has
/// two uses.
struct RowSeal: Sendable {
    /// 16 random bytes that identify this vault.
    let vault: [UInt8]
    private let rows: SymmetricKey
    private let marks: SymmetricKey

    init(vaultKey: SecretBytes, vault: [UInt8]) {
        let count = vaultKey.count
        let master = vaultKey.withBytes { SymmetricKey(data: UnsafeRawBufferPointer(start: $0, count: count)) }
        self.vault = vault
        rows = Self.derive(master, vault, use: "rows")
        marks = Self.derive(master, vault, use: "marks")
    }

    func seal(_ plaintext: [UInt8], as name: RowName, nonce: [UInt8]) throws(WalletError) -> [UInt8] {
        try AuthenticatedSeal.seal(plaintext, key: rows, context: context(name), nonce: nonce)
    }

    /// Decrypts a row.
    /// - Throws: ``WalletError`` with code `damaged` if the row was altered or was encrypted under another name.
    func open(_ sealed: [UInt8], as name: RowName) throws(WalletError) -> [UInt8] {
        guard let plaintext = AuthenticatedSeal.open(sealed, key: rows, context: context(name)) else {
            throw WalletError(.damaged, field: name.field, reason: "the row was altered or moved")
        }
        return plaintext
    }

    /// Returns the mark of a row for the ``RowLedger``. A mark cannot be calculated or recognised without the vault's key.
    func mark(_ sealed: [UInt8], as name: RowName) -> [UInt8] {
        let context = SealContext("mark", vault, Array(name.kind.rawValue.utf8), Array(name.id.utf8), sealed)
        return Array(HMAC<SHA256>.authenticationCode(for: context.bytes, using: marks))
    }

    private func context(_ name: RowName) -> SealContext {
        SealContext("row", vault, Array(name.kind.rawValue.utf8), Array(name.id.utf8))
    }

    private static func derive(_ master: SymmetricKey, _ vault: [UInt8], use: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: master, salt: vault, info: SealContext("key", Array(use.utf8)).bytes,
            outputByteCount: AuthenticatedSeal.keyLength)
    }
}

/// Encryption with AES-256-GCM. The result consists of the version 1, a nonce of 12 bytes, the encrypted bytes and a tag of 16 bytes.
enum AuthenticatedSeal {
    static let nonceLength = 12
    static let keyLength = 32
    private static let version: UInt8 = 1
    /// The number of bytes by which the encrypted form is longer than the plaintext.
    static let overhead = 1 + nonceLength + 16

    /// Encrypts bytes.
    /// - Parameter nonce: 12 random bytes.
    /// - Throws: ``WalletError`` with code `random` if the nonce has another length, or with code `encryption`.
    static func seal(_ plaintext: [UInt8], key: SymmetricKey, context: SealContext, nonce: [UInt8]) throws(WalletError)
        -> [UInt8]
    {
        guard nonce.count == nonceLength else {
            throw WalletError(.random, reason: "\(nonceLength) random bytes expected, \(nonce.count) given")
        }
        do {
            let box = try AES.GCM.seal(
                plaintext, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: context.bytes)
            return [version] + nonce + box.ciphertext + box.tag
        } catch {
            throw WalletError(.encryption, reason: "the cipher refused the bytes")
        }
    }

    /// Decrypts bytes.
    /// - Returns: `nil` if the bytes were altered, were encrypted for another context, or were encrypted with another key. These cases
    /// cannot be distinguished.
    static func open(_ sealed: [UInt8], key: SymmetricKey, context: SealContext) -> [UInt8]? {
        guard sealed.count >= overhead, sealed.first == version else { return nil }
        let nonce = sealed[1..<(1 + nonceLength)]
        let end = sealed.count - 16
        guard
            let box = try? AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed[(1 + nonceLength)..<end], tag: sealed[end...]),
            let plaintext = try? AES.GCM.open(box, using: key, authenticating: context.bytes)
        else { return nil }
        return [UInt8](plaintext)
    }
}

/// The associated data of encrypted bytes. It binds them to their place, such as a row, so that they cannot be decrypted in another place.
///
/// The length of each part precedes the part, so that two different lists of parts never give the same bytes.
struct SealContext: Sendable {
    let bytes: [UInt8]

    /// Creates the associated data.
    /// - Parameters:
    ///   - use: the kind of content, one word for each format.
    ///   - parts: the names that identify the place of the content, such as the vault and the row.
    init(_ use: String, _ parts: [UInt8]...) {
        var bytes = Array("herald wallet 1 ".utf8)
        for part in [Array(use.utf8)] + parts {
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: part.count >> ($0 * 8)) }
            bytes += part
        }
        self.bytes = bytes
    }
}
