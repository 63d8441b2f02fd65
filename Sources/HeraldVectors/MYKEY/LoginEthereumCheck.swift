import HeraldJSON
import HeraldKeys
import MYKEYWire

/// The check of the kind `login_eth`: the joined text, both hashes, and the result of checking the signature with the reserved key (MYKEY
/// sheet 8.4).
struct LoginEthereumCheck: VectorCheck {
    static let kind = "login_eth"

    func check(_ vector: JSONReader) throws {
        let unsigned = LoginText.joined(
            timestamp: try vector.string("timestamp"), account: try vector.string("account"),
            uuID: try vector.string("uuID"),
            ref: try vector.string("ref"), mykeyUID: try vector.optionalString("mykeyUID") ?? "")
        try vector.require("unsigned", is: unsigned)
        try vector.require("inner_keccak", is: LoginText.ethereumHash(unsigned))
        let digest = LoginText.ethereumDigest(unsigned)
        try vector.require("digest", is: digest)
        let reserved = try EthereumAddress(vector.string("reserved_key"))
        let text = try vector.string("signature")
        var holds = false
        var detail = ""
        do {
            let signer = try RecoverableSignature(text: text, rules: .strict).recoverPublicKey(digest: digest)
                .ethereumAddress
            holds = signer == reserved
            detail = "recovered \(signer)"
        } catch {
            detail = "\(error)"
        }
        try vector.require("expect", is: holds, because: detail)
    }
}
