import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// Creates private keys, either new ones from random bytes or earlier ones from their stored bytes.
enum KeyMaking {
    /// True if a text may be the name of a key. The name is the part of a DID URL after `#`.
    static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Returns a new key. If random bytes give a number outside the curve's range, new random bytes are drawn. This happens once in 2^32
    /// draws.
    /// - Throws: ``WalletError`` with code `random` if the random bytes give no key, or with code `algorithm` for RSA.
    static func newKey(_ algorithm: AlgorithmType, random: (Int) -> [UInt8]) throws(WalletError) -> SigningKey {
        guard algorithm != .rsa else { throw unsupported }
        for _ in 0..<8 {
            var bytes = try VaultKey.randomBytes(32, random)
            defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
            if let key = try? key(algorithm, bytes: bytes) { return key }
        }
        throw WalletError(.random, reason: "the random bytes are not a valid key")
    }

    /// Returns the private key that consists of these bytes.
    /// - Parameter bytes: 32 bytes, big-endian.
    /// - Throws: ``WalletError`` with code `key_form` if the bytes are not a key, or with code `algorithm` for RSA.
    static func key(_ algorithm: AlgorithmType, bytes: [UInt8]) throws(WalletError) -> SigningKey {
        do {
            switch algorithm {
            case .secp256r1: return .p256(try P256PrivateKey(bytes: bytes))
            case .secp256k1: return .secp256k1(try Secp256k1PrivateKey(bytes: bytes))
            case .rsa: throw unsupported
            }
        } catch let error as WalletError {
            throw error
        } catch {
            throw WalletError(.keyForm, field: "privateKey", reason: "the private key cannot be read")
        }
    }

    /// Returns the 32 secret bytes of a private key.
    static func exposedBytes(_ key: SigningKey) -> [UInt8] {
        switch key {
        case .p256(let key): key.exposedBytes
        case .secp256k1(let key): key.exposedBytes
        }
    }

    static var unsupported: WalletError {
        WalletError(.algorithm, field: "algorithm", reason: "the wallet cannot create keys of this algorithm")
    }
}
