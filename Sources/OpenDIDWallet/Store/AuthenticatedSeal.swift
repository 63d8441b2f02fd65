import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encryption with AES-256-GCM. The result has the version 1, a nonce of 12 bytes, the encrypted bytes and a tag of 16 bytes.
enum AuthenticatedSeal {
    static let nonceLength = 12
    static let keyLength = 32
    private static let version: UInt8 = 1
    /// The number of bytes by which the encrypted form is longer.
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
    /// - Returns: `nil` if the bytes were altered or belong elsewhere, or if the key is another one. These cases cannot be distinguished.
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
