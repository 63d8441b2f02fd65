import HeraldJSON
import HeraldKeys

/// The check of the kind `login`: the joined text, its digest and the signature (MYKEY sheet 4.2). The time and the expected ids are not
/// checked.
struct EOSLoginCheck: VectorCheck {
    static let kind = "login"

    func check(_ vector: JSONReader) throws {
        let parts =
            try ["timestamp", "account", "uuID", "ref"].map { try vector.string($0) } + [
                vector.optionalString("mykeyUID") ?? ""
            ]
        let unsigned = parts.joined()
        try vector.require("unsigned", is: unsigned)
        let digest = HeraldSHA256.hash(Array(unsigned.utf8))
        try vector.require("sha256", is: digest)
        let key = try vector.eosPublicKey("public_key")
        let text = try vector.string("signature")
        guard let signature = try? EOSSignature(text: text) else {
            return try vector.require("expect", is: false, because: "the signature text does not read")
        }
        let refusal = signature.refusal(digest: digest, by: key)
        try vector.require("expect", is: refusal == nil, because: refusal?.description ?? "")
    }
}
