import Crypto
import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// Checks signatures of one user over stored keys. It accepts only those that clients use (Matrix 1.11, 11.11.2.2): the self-signing key signs the
/// user's devices, the devices sign the user's master key, and the user-signing key signs other users' master keys.
struct SignatureCheck {
    /// Stored keys that are signed.
    private struct Signed {
        let user: String
        let target: String
        /// The role of a cross-signing key; `nil` for the keys of a device.
        let role: SigningRole?
        /// The keys without signatures.
        let bare: JSONObject
        /// The bytes that a signature is over; `nil` if the keys have no canonical form.
        let bytes: Data?
    }

    /// A key that signs.
    private struct Signer {
        /// The role of a cross-signing key; `nil` for the key of a device.
        let role: SigningRole?
        let publicKey: Curve25519.Signing.PublicKey
    }

    private let signer: String
    private let db: Database
    /// The signing keys that were looked up, by name. The value is `nil` if the node does not have the key.
    private var signers: [String: Signer?] = [:]
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
    ///   signing key, or if the signature is wrong or of no use.
    mutating func check(
        _ signature: String, by name: String, over target: String, of user: String, as given: JSONObject
    ) throws {
        let stored = try keys(target, of: user)
        guard SigningKey.bare(given) == stored.bare, let bytes = stored.bytes else {
            throw MatrixError(.invalidSignature, "The signed keys are not those that the node has.")
        }
        guard let key = try signingKey(name) else {
            throw MatrixError(.invalidSignature, "The node does not know the key that has signed.")
        }
        guard isUseful(key, over: stored) else {
            throw MatrixError(.invalidSignature, "This key does not sign such keys.")
        }
        guard let text = UnpaddedBase64.decode(signature), key.publicKey.isValidSignature(Data(text), for: bytes) else {
            throw MatrixError(.invalidSignature, "The signature is wrong.")
        }
    }

    /// True if clients use a signature of the key over these keys.
    private func isUseful(_ key: Signer, over signed: Signed) -> Bool {
        let isOwn = signed.user.isIdentical(to: signer)
        return switch signed.role {
        case nil: isOwn && key.role == .selfSigning
        case .master?: isOwn ? key.role == nil : key.role == .userSigning
        // The upload of these keys has the only signature over them that counts.
        case .selfSigning?, .userSigning?: false
        }
    }

    private mutating func keys(_ target: String, of user: String) throws -> Signed {
        if let last, last.user.isIdentical(to: user), last.target.isIdentical(to: target) { return last }
        guard let signable = try KeySignatureStore.signable(target, of: user, in: db) else {
            throw MatrixError(.notFound, "These keys do not exist.")
        }
        let bare = SigningKey.bare(signable.keys), bytes = try? JSONValue.object(bare).canonicalBytes()
        let found = Signed(
            user: user, target: target, role: signable.role, bare: bare, bytes: bytes.map { Data($0) })
        last = found
        return found
    }

    private mutating func signingKey(_ name: String) throws -> Signer? {
        if let known = signers[name] { return known }
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var found: Signer?
        if parts.count == 2, parts[0] == "ed25519",
            let signable = try KeySignatureStore.signable(String(parts[1]), of: signer, in: db),
            let text = signable.keys["keys"]?[name]?.stringValue, let bytes = UnpaddedBase64.decode(text),
            let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
        {
            found = Signer(role: signable.role, publicKey: publicKey)
        }
        signers.updateValue(found, forKey: name)
        return found
    }
}
