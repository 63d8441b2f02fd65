import HeraldJSON
import HeraldKeys

extension JSONReader {
    /// Returns the bytes in a member of hexadecimal digits, with or without `0x`.
    func bytes(_ key: String) throws -> [UInt8] {
        let text = try string(key)
        do {
            return try Hex.decode(text.hasPrefix("0x") ? text.dropFirst(2) : text[...])
        } catch {
            throw VectorFailure("malformed vector: \(key): \(error.reason)")
        }
    }

    /// Returns the private key in a member.
    func privateKey(_ key: String) throws -> Secp256k1PrivateKey {
        let text = try string(key)
        do {
            return try Secp256k1PrivateKey(hex: text)
        } catch {
            throw VectorFailure("malformed vector: \(key): \(error.reason)")
        }
    }

    /// Compares bytes with a member of hexadecimal digits.
    func require(_ key: String, is actual: [UInt8]) throws {
        let expected = try bytes(key)
        guard expected == actual else {
            throw VectorFailure("\(key): expected \(Hex.encode(expected)), got \(Hex.encode(actual))")
        }
    }

    /// Compares a text with a member, byte by byte.
    func require(_ key: String, is actual: String) throws {
        let expected = try string(key)
        guard expected.utf8.elementsEqual(actual.utf8) else {
            throw VectorFailure("\(key): expected \(expected), got \(actual)")
        }
    }

    /// Compares a Boolean with a member.
    func require(_ key: String, is actual: Bool, because detail: String = "") throws {
        let expected = try bool(key)
        guard expected == actual else {
            throw VectorFailure("\(key): expected \(expected), got \(actual)" + (detail.isEmpty ? "" : " (\(detail))"))
        }
    }
}
