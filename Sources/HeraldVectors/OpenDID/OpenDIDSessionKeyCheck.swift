import HeraldJSON
import OpenDID_DataModel

/// `opendid_session_key`: the key of a session with the TAS (OpenDID sheet 6.1).
struct OpenDIDSessionKeyCheck: VectorCheck {
    static let kind = "opendid_session_key"

    func check(_ vector: JSONReader) throws {
        let key = try SessionKey(
            sharedSecret: vector.agreedSecret(), clientNonce: vector.bytes("client_nonce_hex"),
            serverNonce: vector.bytes("server_nonce_hex"), cipher: vector.cipher())
        try vector.require("session_key_hex", is: key.exposedBytes)
    }
}
