import HeraldKeys
import MYKEYWire

/// Performs step 9 of MYKEY sheet 4.4: checks strictly that the reserved key made the signature over a digest (MYKEY sheet 6.6, 8.3 and
/// 8.4).
enum LoginSignature {
    /// Checks the signature over the login string, by the rules of the key's chain.
    static func check(_ claim: LoginClaim, key: ReservedKey.Key) throws(CallbackRefusal) {
        let digest =
            switch key {
            case .eos: LoginText.eosDigest(claim.signedString)
            case .ethereum: LoginText.ethereumDigest(claim.signedString)
            }
        if let reason = refusal(claim.signature, digest: digest, by: key) { throw CallbackRefusal(.signature, reason) }
    }

    /// Checks a signature over a digest.
    /// - Returns: the reason why the signature is invalid, or `nil` if it is valid.
    static func refusal(_ text: String, digest: [UInt8], by key: ReservedKey.Key) -> String? {
        do {
            switch key {
            case .eos(let key): return try EOSSignature(text: text).refusal(digest: digest, by: key)?.description
            case .ethereum(let address):
                let signer = try ethereum(text).recoverPublicKey(digest: digest).ethereumAddress
                return signer == address ? nil : "it was not made by the reserved key over these fields"
            }
        } catch {
            return "\(error)"
        }
    }

    static func ethereum(_ text: String) throws(KeysError) -> RecoverableSignature {
        try RecoverableSignature(text: text, rules: .strict)
    }
}
