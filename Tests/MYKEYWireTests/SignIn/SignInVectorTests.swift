import HeraldJSON
import HeraldKeys
import MYKEYWire
import TestSupport
import Testing

@Suite("EIP-4361 vectors")
struct SignInVectorTests {
    private func accepted(_ vector: JSONReader) throws -> SignInMessage? {
        let context = try vector.object("context")
        guard let message = try? SignInMessage(text: try vector.string("message")) else { return nil }
        let expected = SignInContext(
            domain: try context.string("domain"), nonce: try context.optionalString("nonce") ?? "",
            now: try SignInTime(context.string("now")),
            chain: .ethereum(UInt64(try context.int("chain_id"))))
        guard message.refusal(in: expected) == nil else { return nil }
        let signature = try RecoverableSignature(text: vector.string("signature"), rules: .strict)
        return try signature.recoverPublicKey(digest: message.signedDigest).ethereumAddress == message.address
            ? message : nil
    }

    @Test("every vector has the expected result and fields")
    func vectors() throws {
        for vector in try VectorFiles.vectors("ethereum.json", kind: "siwe") {
            let id = try vector.string("id")
            let message = try accepted(vector)
            #expect(try (message != nil) == vector.bool("expect"), "\(id)")
            guard let message else { continue }
            #expect(try message.text == vector.string("message"))
            let fields = try vector.object("fields")
            #expect(
                try message.domain == fields.string("domain") && message.account.text == fields.string("address")
                    && message.uri == fields.string("uri"))
            #expect(
                try message.scheme == fields.optionalString("scheme")
                    && message.statement == fields.optionalString("statement"))
            #expect(
                try message.nonce == fields.string("nonce")
                    && message.chain == .ethereum(UInt64(fields.int("chain_id"))))
            #expect(
                try message.issuedAt.text == fields.string("issued_at")
                    && message.expirationTime?.text == fields.optionalString("expiration_time"))
            #expect(
                try message.notBefore?.text == fields.optionalString("not_before")
                    && message.requestID == fields.optionalString("request_id"))
            #expect(try message.resources == fields.optionalStrings("resources"))
        }
    }

    @Test("no accepted message is accepted after a change of one character")
    func changed() throws {
        var tried = 0
        for vector in try VectorFiles.vectors("ethereum.json", kind: "siwe") where try vector.bool("expect") {
            let text = Array(try vector.string("message").utf8)
            var random = SeededGenerator(seed: 17)
            for place in text.indices {
                var changed = text
                changed[place] = text[place] ^ UInt8.random(in: 1...127, using: &random)
                var members = vector.value
                members["message"] = .string(String(decoding: changed, as: UTF8.self))
                #expect(try accepted(JSONReader(members)) == nil, "byte \(place)")
                tried += 1
            }
        }
        #expect(tried > 1000)
    }
}
