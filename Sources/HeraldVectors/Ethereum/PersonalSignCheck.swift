import HeraldJSON
import HeraldKeys

/// The check of the kind `personal_sign`: the EIP-191 digest, the RFC 6979 signature byte for byte, and the recovered address.
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

/// The check of the kind `recover`: strict recovery (MYKEY sheet 8.3) gives the address if, and only if, that is expected.
struct RecoverCheck: VectorCheck {
    static let kind = "recover"

    func check(_ vector: JSONReader) throws {
        let message = try vector.string("message_text")
        let text = try vector.string("signature")
        let claimed = try EthereumAddress(vector.string("address"))
        var detail = ""
        var holds = false
        do {
            let signer = try PersonalMessage.recoverAddress(
                message, signature: RecoverableSignature(text: text, rules: .strict))
            holds = signer == claimed
            detail = "recovered \(signer)"
        } catch {
            detail = "\(error)"
        }
        try vector.require("expect", is: holds, because: detail)
    }
}

/// The check of the kind `keccak256`: the hash with the original padding.
struct Keccak256Check: VectorCheck {
    static let kind = "keccak256"

    func check(_ vector: JSONReader) throws {
        try vector.require("digest", is: Keccak256.hash(vector.bytes("input_hex")))
    }
}
