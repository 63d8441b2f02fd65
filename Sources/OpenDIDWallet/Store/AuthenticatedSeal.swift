import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// AES-256-GCM: version 1, 12 bytes of nonce, the encrypted bytes, 16 bytes of tag.
enum AuthenticatedSeal {
    static let nonceLength = 12
    static let keyLength = 32
    private static let version: UInt8 = 1
    /// How much longer the sealed form is.
    static let overhead = 1 + nonceLength + 16

    /// - Parameter nonce: 12 bytes, random.
    /// - Throws: ``WalletError`` `random` for a nonce of another length, `encryption`.
    static func seal(_ plaintext: [UInt8], key: SymmetricKey, context: SealContext, nonce: [UInt8]) throws(WalletError) -> [UInt8] {
        guard nonce.count == nonceLength else {
            throw WalletError(.random, reason: "\(nonceLength) random bytes expected, \(nonce.count) given")
        }
        do {
            let box = try AES.GCM.seal(plaintext, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: context.bytes)
            return [version] + nonce + box.ciphertext + box.tag
        } catch {
            throw WalletError(.encryption, reason: "the cipher refused the bytes")
        }
    }

    /// - Returns: `nil` when the bytes were altered, belong elsewhere, or the key is another one: the three cannot be told apart.
    static func open(_ sealed: [UInt8], key: SymmetricKey, context: SealContext) -> [UInt8]? {
        guard sealed.count >= overhead, sealed.first == version else { return nil }
        let nonce = sealed[1..<(1 + nonceLength)]
        let end = sealed.count - 16
        guard let box = try? AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed[(1 + nonceLength)..<end], tag: sealed[end...]),
            let plaintext = try? AES.GCM.open(box, using: key, authenticating: context.bytes)
        else { return nil }
        return [UInt8](plaintext)
    }
}
