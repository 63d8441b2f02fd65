import Crypto
import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// Checks signatures of one user over stored keys. The signing keys are those of the user's devices and the user's cross-signing keys.
struct SignatureCheck {
    /// Stored keys that are signed.
    private struct Signed {
        let user: String
        let target: String
        /// The keys without signatures.
        let bare: JSONObject
        /// The bytes that a signature is over; `nil` if the keys have no canonical form.
        let bytes: Data?
    }

    private let signer: String
    private let db: Database
    /// The signing keys that were looked up, by name. The value is `nil` if the node does not have the key.
    private var publicKeys: [String: Curve25519.Signing.PublicKey?] = [:]
    /// The signed keys that were read last. The signatures of an upload are in the order of the keys that they sign.
    private var last: Signed?

    init(by signer: String, in db: Database) {
        self.signer = signer
        self.db = db
    }

    /// - Parameters:
    ///   - name: the name of the signing key, such as `ed25519:DEVICE`.
    ///   - target: the device or the public key whose keys are signed.
    ///   - given: the signed keys as the signer has sent them.
    /// - Throws: `M_NOT_FOUND` if there are no such keys; `M_INVALID_SIGNATURE` if the node has other keys than the signed ones, does not know the
    ///   signing key, or if the signature is wrong.
    mutating func check(
        _ signature: String, by name: String, over target: String, of user: String, as given: JSONObject
    ) throws {
        let stored = try keys(target, of: user)
        guard SigningKey.bare(given) == stored.bare, let bytes = stored.bytes else {
            throw MatrixError(.invalidSignature, "The signed keys are not those that the node has.")
        }
        guard let publicKey = try publicKey(name) else {
            throw MatrixError(.invalidSignature, "The node does not know the key that has signed.")
        }
        guard let text = UnpaddedBase64.decode(signature), publicKey.isValidSignature(Data(text), for: bytes) else {
            throw MatrixError(.invalidSignature, "The signature is wrong.")
        }
    }

    private mutating func keys(_ target: String, of user: String) throws -> Signed {
        if let last, last.user.isIdentical(to: user), last.target.isIdentical(to: target) { return last }
        guard let object = try KeySignatureStore.signable(target, of: user, in: db) else {
            throw MatrixError(.notFound, "These keys do not exist.")
        }
        let bare = SigningKey.bare(object), bytes = try? JSONValue.object(bare).canonicalBytes()
        let found = Signed(user: user, target: target, bare: bare, bytes: bytes.map { Data($0) })
        last = found
        return found
    }

    private mutating func publicKey(_ name: String) throws -> Curve25519.Signing.PublicKey? {
        if let known = publicKeys[name] { return known }
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var key: Curve25519.Signing.PublicKey?
        if parts.count == 2, parts[0] == "ed25519",
            let object = try KeySignatureStore.signable(String(parts[1]), of: signer, in: db),
            let text = object["keys"]?[name]?.stringValue, let bytes = UnpaddedBase64.decode(text)
        {
            key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
        }
        publicKeys.updateValue(key, forKey: name)
        return key
    }
}
