import HeraldJSON
import HeraldKeys

/// Reads members of a vector that contain EOS texts. If a member that must be valid is not, the vector is malformed.
extension JSONReader {
    /// The EOS public key of the vector.
    func eosPublicKey(_ key: String) throws -> EOSPublicKey {
        let text = try string(key)
        do {
            return try EOSPublicKey(text: text)
        } catch {
            throw VectorFailure("\(key): expected a public key: \(error.reason)")
        }
    }

    /// The EOS private key of the vector.
    func eosPrivateKey(_ key: String) throws -> EOSPrivateKey {
        let text = try string(key)
        do {
            return try EOSPrivateKey(text: text)
        } catch {
            throw VectorFailure("\(key): expected a private key: \(error.reason)")
        }
    }

    /// Compares a text with a member of the vector. The member may be null.
    func require(_ key: String, is actual: String?) throws {
        guard let actual else {
            guard try value(key).isNull else { throw VectorFailure("\(key): expected \(try string(key)), got none") }
            return
        }
        try require(key, is: actual)
    }
}
