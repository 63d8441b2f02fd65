import Crypto
import CryptoExtras
import HeraldKeys

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SessionKey {
    /// The length of an AES block and of an initialisation vector, in bytes.
    public static let blockLength = 16

    /// Encrypts with AES in CBC mode (FIPS 197, NIST SP 800-38A). The result is confidential and not authenticated, so the content must
    /// have a signature.
    /// - Parameters:
    ///   - plaintext: any bytes. With `NOPAD`, a multiple of 16.
    ///   - iv: 16 bytes that were never used with this key.
    ///   - padding: `PKCS5`, which for 16-byte blocks is PKCS #7, or `NOPAD`. Defaults to `PKCS5`.
    /// - Throws: `DataModelError` with code `encryption` if an argument has another length.
    public func encrypt(_ plaintext: [UInt8], iv: [UInt8], padding: SymmetricPaddingType = .pkcs5)
        throws(DataModelError) -> [UInt8]
    {
        guard iv.count == Self.blockLength else {
            throw DataModelError(
                .encryption, field: "iv", reason: "\(Self.blockLength) bytes expected, \(iv.count) found")
        }
        guard padding == .pkcs5 || plaintext.count % Self.blockLength == 0 else {
            throw DataModelError(
                .encryption, field: "plaintext",
                reason: "NOPAD needs a multiple of \(Self.blockLength) bytes, \(plaintext.count) found")
        }
        do {
            return [UInt8](
                try AES._CBC.encrypt(
                    plaintext, using: symmetricKey, iv: .init(ivBytes: iv), noPadding: padding == .noPad))
        } catch {
            throw DataModelError(.encryption, field: "plaintext", reason: "the cipher refused the message")
        }
    }

    /// Decrypts the result of ``encrypt(_:iv:padding:)``. A successful decryption does not prove that the sender encrypted these bytes.
    /// ``SessionChannel/open(_:iv:reading:)`` also reads them and reports the same error.
    /// - Throws: `DataModelError` with code `decryption`, which is the same for every cause.
    public func decrypt(_ ciphertext: [UInt8], iv: [UInt8], padding: SymmetricPaddingType = .pkcs5)
        throws(DataModelError) -> [UInt8]
    {
        guard ciphertext.count % Self.blockLength == 0, iv.count == Self.blockLength else { throw .undecryptable }
        // swift-crypto decrypts at least one block, although an empty message is valid without padding.
        if padding == .noPad, ciphertext.isEmpty { return [] }
        guard !ciphertext.isEmpty,
            let plaintext = try? AES._CBC.decrypt(
                ciphertext, using: symmetricKey, iv: .init(ivBytes: iv), noPadding: padding == .noPad)
        else {
            throw .undecryptable
        }
        return [UInt8](plaintext)
    }

    /// swift-crypto erases its copy too.
    private var symmetricKey: SymmetricKey { withBytes { SymmetricKey(data: UnsafeRawBufferPointer($0)) } }
}

extension DataModelError {
    /// One error for a wrong length, key, padding or content. Different errors would let an attacker decrypt messages by trial.
    static var undecryptable: DataModelError {
        DataModelError(.decryption, field: "ciphertext", reason: "the message cannot be decrypted and read")
    }
}
