import Crypto
import CryptoExtras
import HeraldKeys

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SessionKey {
    /// The bytes of an AES block and of an initialisation vector.
    public static let blockLength = 16

    /// AES in CBC mode (FIPS 197, NIST SP 800-38A). It hides the text and nothing more: what is inside must carry a signature.
    /// - Parameters:
    ///   - plaintext: any bytes; a multiple of 16 for `NOPAD`.
    ///   - iv: 16 bytes that this key was never used with before.
    ///   - padding: `PKCS5`, which for 16-byte blocks is PKCS #7, or `NOPAD`.
    /// - Throws: `DataModelError` with code `encryption`.
    public func encrypt(_ plaintext: [UInt8], iv: [UInt8], padding: SymmetricPaddingType = .pkcs5) throws(DataModelError) -> [UInt8] {
        guard iv.count == Self.blockLength else {
            throw DataModelError(.encryption, field: "iv", reason: "\(Self.blockLength) bytes expected, \(iv.count) found")
        }
        guard padding == .pkcs5 || plaintext.count % Self.blockLength == 0 else {
            throw DataModelError(
                .encryption, field: "plaintext", reason: "NOPAD needs a multiple of \(Self.blockLength) bytes, \(plaintext.count) found")
        }
        do {
            return [UInt8](try AES._CBC.encrypt(plaintext, using: symmetricKey, iv: .init(ivBytes: iv), noPadding: padding == .noPad))
        } catch {
            throw DataModelError(.encryption, field: "plaintext", reason: "the cipher refused the message")
        }
    }

    /// Undoes ``encrypt(_:iv:padding:)``. Bytes that decrypt are not proven to be what was sent; see
    /// ``SessionChannel/open(_:iv:reading:)``, which also reads them under the same error.
    /// - Throws: `DataModelError` with code `decryption`, the same whatever is wrong.
    public func decrypt(_ ciphertext: [UInt8], iv: [UInt8], padding: SymmetricPaddingType = .pkcs5) throws(DataModelError) -> [UInt8] {
        guard ciphertext.count % Self.blockLength == 0, iv.count == Self.blockLength else { throw .undecryptable }
        // swift-crypto decrypts at least one block, though without padding no block at all is a message.
        if padding == .noPad, ciphertext.isEmpty { return [] }
        guard !ciphertext.isEmpty,
              let plaintext = try? AES._CBC.decrypt(
                ciphertext, using: symmetricKey, iv: .init(ivBytes: iv), noPadding: padding == .noPad) else {
            throw .undecryptable
        }
        return [UInt8](plaintext)
    }

    /// swift-crypto erases its copy too.
    private var symmetricKey: SymmetricKey { withBytes { SymmetricKey(data: UnsafeRawBufferPointer($0)) } }
}

extension DataModelError {
    /// One error for a wrong length, key, padding or content: telling them apart would let a stranger decrypt by asking.
    static var undecryptable: DataModelError {
        DataModelError(.decryption, field: "ciphertext", reason: "the message cannot be decrypted and read")
    }
}
