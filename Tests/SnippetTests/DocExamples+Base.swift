import HeraldJSON
import HeraldKeys

/// The examples of keys, signatures and JSON.
extension DocExamples {
    static func hex() throws -> [UInt8] {
        let bytes = try Hex.decode("C0ffee")
        print(Hex.encode(bytes))   // c0ffee
        return bytes
    }

    static func compactSignature(_ key: Secp256k1PrivateKey) throws -> Bool {
        let digest = HeraldSHA256.hash(Array("Hello".utf8))
        let signature = try key.compactSignature(digest: digest)
        let isFromKey = try signature.recoverSecp256k1PublicKey(digest: digest) == key.publicKey
        return isFromKey
    }

    static func eosSignature(_ text: String, _ key: EOSPublicKey) throws -> EOSSignatureRefusal? {
        let signature = try EOSSignature(text: text)   // SIG_K1_…
        let refusal = signature.refusal(message: "Hello", by: key)
        return refusal
    }

    static func eosPublicKey() throws -> EOSPublicKey {
        let key = try EOSPublicKey(text: "EOS5zkU9CedXeUzxXRMqwCH88z6B55LuzYUqdmz5E4LsT68Gn9Qro")
        print(key, key.legacyText ?? "")   // PUB_K1_…, and the text that was read
        return key
    }

    static func jsonObject() -> JSONObject {
        var content: JSONObject = ["msgtype": "m.text", "body": "Hello"]
        content["format"] = "org.matrix.custom.html"
        content["body"] = nil
        return content
    }

    static func jsonView(_ body: [UInt8]) throws -> Int {
        let event = try JSONDocument(body).root
        let isText = event["content"]?["msgtype"]?.equals("m.text") ?? false
        print(isText, event["unsigned"]?["age"]?.int ?? 0)
        return event.count
    }
}
