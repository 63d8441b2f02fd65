import HeraldJSON
import HeraldKeys

/// `personal_sign`: EIP-191 digest, RFC 6979 signature byte for byte, recovered address.
struct PersonalSignCheck: VectorCheck {
    static let kind = "personal_sign"

    func check(_ vector: JSONReader) throws {
        let message = try vector.bytes("message_hex")
        if let text = try vector.optionalString("message_text") {
            guard Array(text.utf8) == message else { throw VectorFailure("message_text: its UTF-8 is not message_hex") }
        }
        try vector.require("digest", is: PersonalMessage.digest(message))
        let key = try vector.privateKey("private_key")
        try vector.require("address", is: key.publicKey.ethereumAddress.checksummed)
        let signature = try PersonalMessage.sign(message, with: key)
        try vector.require("signature", is: signature.bytes())
        try vector.require("r", is: signature.r)
        try vector.require("s", is: signature.s)
        let v = Int64(signature.recoveryID) + 27
        guard try vector.int("v") == v else { throw VectorFailure("v: expected \(try vector.int("v")), got \(v)") }
        let read = try RecoverableSignature(text: vector.string("signature"), rules: .strict)
        try vector.require("address", is: PersonalMessage.recoverAddress(message, signature: read).checksummed)
    }
}
