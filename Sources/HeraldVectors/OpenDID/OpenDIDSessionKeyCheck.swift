import HeraldJSON
import OpenDID_DataModel

/// The check of the kind `opendid_session_key`: the key of a session with the TAS (OpenDID sheet 6.1).
struct OpenDIDSessionKeyCheck: VectorCheck {
    static let kind = "opendid_session_key"

    func check(_ vector: JSONReader) throws {
        let key = try SessionKey(
            sharedSecret: vector.agreedSecret(), clientNonce: vector.bytes("client_nonce_hex"),
            serverNonce: vector.bytes("server_nonce_hex"), cipher: vector.cipher())
        try vector.require("session_key_hex", is: key.exposedBytes)
    }
}

/// The check of the kind `opendid_e2e`: the channel between a holder and an issuer or verifier, in both directions (OpenDID sheet 6.2).
struct OpenDIDEndToEndCheck: VectorCheck {
    static let kind = "opendid_e2e"

    func check(_ vector: JSONReader) throws {
        let key = try SessionKey(
            sharedSecret: vector.agreedSecret(), endToEndNonce: vector.bytes("nonce_hex"), cipher: vector.cipher())
        let iv = try vector.bytes("iv_hex")
        let padding = try vector.named("padding", SymmetricPaddingType.self)
        let plaintext = try key.decrypt(vector.bytes("ciphertext_hex"), iv: iv, padding: padding)
        try vector.require("plaintext_utf8", is: String(decoding: plaintext, as: UTF8.self))
        let ciphertext = try key.encrypt(Array(vector.string("plaintext_utf8").utf8), iv: iv, padding: padding)
        try vector.require("ciphertext_hex", is: ciphertext)
    }
}
