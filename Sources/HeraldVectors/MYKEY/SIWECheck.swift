import HeraldJSON
import HeraldKeys
import MYKEYWire

/// The check of the kind `siwe`: the message is read strictly, compared with the context, and its signer is recovered (MYKEY sheet 8.5).
struct SIWECheck: VectorCheck {
    static let kind = "siwe"

    func check(_ vector: JSONReader) throws {
        let message: SignInMessage?
        var detail = "accepted"
        do {
            message = try accepted(vector)
        } catch {
            message = nil
            detail = "\(error)"
        }
        try vector.require("expect", is: message != nil, because: detail)
        guard let message else { return }
        guard message.text.utf8.elementsEqual(try vector.string("message").utf8) else {
            throw VectorFailure("message: it is written otherwise than it was read")
        }
        try compare(message, try vector.object("fields"))
    }

    private func accepted(_ vector: JSONReader) throws -> SignInMessage {
        let context = try vector.object("context")
        let chain = try context.int("chain_id")
        let message = try SignInMessage(text: try vector.string("message"))
        guard let chain = UInt64(exactly: chain) else {
            throw VectorFailure("malformed vector: context.chain_id is negative")
        }
        // If the context has no nonce, an empty nonce is expected, which no message can contain.
        let expected = SignInContext(
            domain: try context.string("domain"), nonce: try context.optionalString("nonce") ?? "",
            now: try SignInTime(context.string("now")),
            chain: .ethereum(chain))
        if let refusal = message.refusal(in: expected) { throw refusal }
        let signature = try RecoverableSignature(text: try vector.string("signature"), rules: .strict)
        let signer = try signature.recoverPublicKey(digest: message.signedDigest).ethereumAddress
        guard signer == message.address else { throw VectorFailure("recovered \(signer)") }
        return message
    }

    private func compare(_ message: SignInMessage, _ fields: JSONReader) throws {
        try fields.require("domain", is: message.domain)
        try fields.require("address", is: message.account.text)
        try fields.require("uri", is: message.uri)
        try fields.require("version", is: "1")
        try fields.require("nonce", is: message.nonce)
        try fields.require("issued_at", is: message.issuedAt.text)
        guard message.chain == UInt64(exactly: try fields.int("chain_id")).map(SignInChain.ethereum) else {
            throw VectorFailure("chain_id: got \(message.chain)")
        }
        let optional: [(String, String?)] = [
            ("scheme", message.scheme), ("statement", message.statement),
            ("expiration_time", message.expirationTime?.text),
            ("not_before", message.notBefore?.text), ("request_id", message.requestID),
        ]
        for (name, actual) in optional {
            guard try fields.optionalString(name) == actual else {
                throw VectorFailure("\(name): got \(actual ?? "nothing")")
            }
        }
        guard try fields.optionalStrings("resources") == message.resources else {
            throw VectorFailure("resources: got \(message.resources ?? [])")
        }
    }
}
