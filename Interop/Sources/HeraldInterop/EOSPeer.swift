import HeraldJSON
import HeraldKeys

/// Reads EOS keys, signs and verifies for another program. Each request and each answer is one JSON object on a line.
///
/// | `op` | Members | Answer besides `ok` |
/// | --- | --- | --- |
/// | `private` | `text` | `pvt`, `wif`, `pub`, `legacy` (null where the form does not exist) |
/// | `public` | `text` | `pub`, `legacy` |
/// | `sign` | `key`, `message` | `signature` |
/// | `verify` | `signature`, `key`, `message` | `refusal` (null when it is valid), `canonical`, `header` |
///
/// The keys are only for tests.
enum EOSPeer {
    /// Answers one line. A parser's refusal is returned as `ok` false with the reason.
    static func answer(_ line: String) -> String {
        var answer: JSONValue
        do {
            answer = try perform(JSONReader(JSONValue(parsing: line)))
            answer["ok"] = true
        } catch {
            answer = ["ok": false, "error": .string("\(error)")]
        }
        return String(decoding: answer.serialized(), as: UTF8.self)
    }

    private static func perform(_ request: JSONReader) throws -> JSONValue {
        switch try request.string("op") {
        case "private":
            let key = try EOSPrivateKey(text: request.string("text"))
            return [
                "pvt": .string(key.exposedText), "wif": text(key.exposedWIF), "pub": text(key.publicKey?.text),
                "legacy": text(key.publicKey?.legacyText),
            ]
        case "public":
            let key = try EOSPublicKey(text: request.string("text"))
            return ["pub": .string(key.text), "legacy": text(key.legacyText)]
        case "sign":
            let key = try EOSPrivateKey(text: request.string("key"))
            return ["signature": .string(try key.sign(request.string("message")).text)]
        case "verify":
            let signature = try EOSSignature(text: request.string("signature"))
            let refusal = try signature.refusal(
                message: request.string("message"), by: EOSPublicKey(text: request.string("key")))
            return [
                "refusal": text(refusal?.rawValue), "canonical": .bool(signature.isCanonical),
                "header": .int(Int64(signature.header)),
            ]
        case let other:
            throw Refuted("unknown operation \(other)")
        }
    }

    private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
