import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// The session that client and trust agent agreed on (OpenDID sheet 6.1), in a form that can be stored. It contains both halves of the key
/// agreement. The session key is derived from them when it is needed.
struct AgreedSession: Sendable, Codable, CustomStringConvertible, CustomReflectable {
    /// The DID whose key signed the client's half of the key agreement.
    let client: String
    /// The cipher that the trust agent chose.
    let cipher: SymmetricCipherType
    private let curve: EllipticCurveType
    private let clientKey: String
    private let clientNonce: String
    private let serverNonce: String
    private let serverSecret: String
    /// The session key in the process that agreed on it. It is not stored.
    private var ready: SessionKey?

    private enum CodingKeys: String, CodingKey {
        case client, cipher, curve, clientKey, clientNonce, serverNonce, serverSecret
    }

    /// Creates the session.
    /// - Throws: ``DataModelError`` if the client's public key is not a point of the curve.
    init(_ half: ReqEcdh, cipher: SymmetricCipherType, key: AgreementKey, serverNonce: String) throws(DataModelError) {
        client = half.client
        self.cipher = cipher
        curve = half.curve
        clientKey = half.publicKey
        clientNonce = half.clientNonce
        self.serverNonce = serverNonce
        serverSecret = Multibase.encode(key.exposedBytes, as: .base64)
        // The key is derived once now, so that an invalid public key is reported as the client's fault in this step and not in a later one.
        ready = try derivedKey(of: key)
    }

    /// Returns the key of the session. It is derived if another process agreed on it, or if this process has forgotten it since.
    func channelKey() throws(DataModelError) -> SessionKey {
        if let ready { return ready }
        do {
            let own = try Multibase.decode(serverSecret).bytes
            let key: AgreementKey =
                switch curve {
                case .secp256r1: .p256(try P256PrivateKey(agreementBytes: own))
                case .secp256k1: .secp256k1(try Secp256k1PrivateKey(bytes: own))
                }
            return try derivedKey(of: key)
        } catch let error as DataModelError {
            throw error
        } catch {
            throw Self.noSecret
        }
    }

    private func derivedKey(of key: AgreementKey) throws(DataModelError) -> SessionKey {
        do {
            return try SessionKey(
                sharedSecret: key.agree(with: Multibase.decode(clientKey, base58Limit: Multibase.shortLimit).bytes),
                clientNonce: Multibase.decode(clientNonce).bytes, serverNonce: Multibase.decode(serverNonce).bytes,
                cipher: cipher)
        } catch let error as DataModelError {
            throw error
        } catch {
            throw Self.noSecret
        }
    }

    private static var noSecret: DataModelError {
        DataModelError(.keyAgreement, field: "publicKey", reason: "no shared secret can be derived from this key")
    }

    var description: String { "AgreedSession(\(client), redacted)" }
    /// A mirror with only the client, so that `dump` shows no secret.
    var customMirror: Mirror { Mirror(self, children: ["client": client], displayStyle: .struct) }
}
