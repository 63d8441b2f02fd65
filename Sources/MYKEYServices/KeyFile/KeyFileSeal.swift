import Crypto
import CryptoExtras

/// Encrypts key files. scrypt (RFC 7914) derives the key from the passphrase, and AES-256-GCM (NIST SP 800-38D) detects a wrong key.
enum KeyFileSeal {
    private static let tagLength = 16

    static func seal(_ secret: [UInt8], header: KeyFileHeader, passphrase: Passphrase) throws(MYKEYServicesError)
        -> [UInt8]
    {
        let key = try key(passphrase, header)
        do {
            let box = try AES.GCM.seal(
                secret, using: key, nonce: AES.GCM.Nonce(data: header.nonce), authenticating: header.authenticated)
            return [UInt8](box.ciphertext + box.tag)
        } catch {
            throw .damaged("the cipher refused the keys")
        }
    }

    /// Decrypts the contents of a key file.
    /// - Throws: ``MYKEYServicesError`` `keyFile` for a wrong passphrase or altered bytes. The two cases cannot be distinguished.
    static func open(_ sealed: [UInt8], header: KeyFileHeader, passphrase: Passphrase) throws(MYKEYServicesError)
        -> [UInt8]
    {
        guard sealed.count >= tagLength else { throw .damaged("it is incomplete") }
        let key = try key(passphrase, header)
        guard
            let box = try? AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: header.nonce), ciphertext: sealed.dropLast(tagLength),
                tag: sealed.suffix(tagLength)),
            let secret = try? AES.GCM.open(box, using: key, authenticating: header.authenticated)
        else {
            throw MYKEYServicesError(
                .keyFile, field: "passphrase", reason: "the passphrase is wrong, or the file was altered")
        }
        return [UInt8](secret)
    }

    private static func key(_ passphrase: Passphrase, _ header: KeyFileHeader) throws(MYKEYServicesError)
        -> SymmetricKey
    {
        do {
            return try KDF.Scrypt.deriveKey(
                from: passphrase.bytes, salt: header.salt, outputByteCount: 32, rounds: 1 << header.cost.logRounds,
                blockSize: header.cost.blockSize, parallelism: header.cost.parallelism)
        } catch {
            throw .damaged("no key could be derived from the passphrase; the memory may not suffice")
        }
    }
}
