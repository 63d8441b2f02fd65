import HeraldJSON
import HeraldKeys

/// `sign_deterministic`: the signature of variant A byte for byte, after as many candidates (MYKEY sheet 6.5).
struct EOSSigningCheck: VectorCheck {
    static let kind = "sign_deterministic"

    func check(_ vector: JSONReader) throws {
        let algorithm = try vector.string("algorithm")
        guard algorithm == "A" else { throw VectorFailure("algorithm: \(algorithm) is not built") }
        let digest = HeraldSHA256.hash(Array(try vector.string("message").utf8))
        try vector.require("sha256", is: digest)
        let key = try vector.eosPrivateKey("wif")
        let publicKey = try vector.eosPublicKey("public_key")
        guard key.publicKey == publicKey else { throw VectorFailure("public_key: is not that of the private key") }
        let (signature, retries) = try key.signCounting(digest: digest)
        guard try vector.int("retries") == Int64(retries) else {
            throw VectorFailure("retries: expected \(try vector.int("retries")), got \(retries)")
        }
        try vector.require("signature", is: signature.text)
        if let refusal = signature.refusal(digest: digest, by: publicKey) {
            throw VectorFailure("signature: does not verify: \(refusal)")
        }
    }
}
