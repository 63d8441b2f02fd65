import HeraldJSON
import HeraldKeys

/// The check of the kind `sign_deterministic`: the signature of variant A is equal byte for byte, and is found after the same number of
/// candidates (MYKEY sheet 6.5).
struct EOSSigningCheck: VectorCheck {
    static let kind = "sign_deterministic"

    func check(_ vector: JSONReader) throws {
        let algorithm = try vector.string("algorithm")
        guard algorithm == "A" else { throw VectorFailure("algorithm: \(algorithm) is not supported") }
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

/// The check of the kind `verify`: the result of the strict check of MYKEY sheet 6.6. In addition, it checks the results of the canonical
/// rule alone and of plain ECDSA alone.
struct EOSVerifyCheck: VectorCheck {
    static let kind = "verify"

    func check(_ vector: JSONReader) throws {
        let message = Array(try vector.string("message").utf8)
        try vector.require("message_hex", is: message)
        let digest = HeraldSHA256.hash(message)
        try vector.require("sha256", is: digest)
        let (keyText, signatureText) = try (vector.string("public_key"), vector.string("signature"))
        guard let signature = try? EOSSignature(text: signatureText) else {
            try vector.require("expect", is: false, because: "the signature text does not read")
            guard try vector.value("plain_ecdsa").isNull else {
                throw VectorFailure("plain_ecdsa: the signature text does not read")
            }
            return
        }
        try vector.require("canonical", is: signature.isCanonical)
        guard let key = try? EOSPublicKey(text: keyText) else {
            return try vector.require("expect", is: false, because: "the key text does not read")
        }
        let refusal = signature.refusal(digest: digest, by: key)
        try vector.require("expect", is: refusal == nil, because: refusal?.description ?? "")
        try vector.require("plain_ecdsa", is: Self.holdsForBareECDSA(signature, digest, key))
    }

    /// True if the signature is valid as plain ECDSA, without checking its header or the canonical rule.
    private static func holdsForBareECDSA(_ signature: EOSSignature, _ digest: [UInt8], _ key: EOSPublicKey) -> Bool {
        guard let point = key.secp256k1,
            let numbers = try? RecoverableSignature(r: signature.r, s: signature.s, recoveryID: 0)
        else { return false }
        return point.verify(numbers, digest: digest)
    }
}
