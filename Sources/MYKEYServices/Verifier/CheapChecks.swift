import HeraldKeys
import MYKEYWire

/// The checks of a login that need no network, so that a stranger's post causes no look-up at the chain (MYKEY sheet 4.4).
enum CheapChecks {
    /// Checks a login without using the network.
    /// - Throws: ``CallbackRefusal`` `signature` if no key can have made the signature, or if the two signatures were made with two keys.
    ///   If a tagged text is required, also throws `tagged` and `returning`.
    static func check(_ claim: LoginClaim, rules: CallbackRules, now: UnixTime) throws(CallbackRefusal) {
        let signer = try signer(claim.signature, of: claim.account, digest: digest(claim), .signature)
        guard case .required(let domain) = rules.tagged else { return }
        let message = try TaggedLoginCheck.message(claim)
        if let tagged = claim.tagged {
            guard try self.signer(tagged.signature, of: claim.account, digest: message.signedDigest, .tagged) == signer
            else {
                throw CallbackRefusal(.signature, "the login and siwx were not signed by the same key")
            }
        }
        try TaggedLoginCheck.check(message, of: claim, domain: domain, rules: rules, now: now)
        try TaggedLoginCheck.checkReturn(message, rules)
    }

    private static func digest(_ claim: LoginClaim) -> [UInt8] {
        switch claim.account {
        case .eos: LoginText.eosDigest(claim.signedString)
        case .ethereum: LoginText.ethereumDigest(claim.signedString)
        }
    }

    private static func signer(
        _ text: String, of account: LoginAccount, digest: [UInt8], _ check: CallbackRefusal.Check
    ) throws(CallbackRefusal) -> ReservedKey.Key {
        do {
            return try signer(text, of: account, digest: digest)
        } catch {
            throw CallbackRefusal(check, "\(error)")
        }
    }

    /// Recovers the key with which a signature was made.
    /// - Throws: `KeysError` if no key can have made the signature.
    static func signer(_ text: String, of account: LoginAccount, digest: [UInt8]) throws(KeysError) -> ReservedKey.Key {
        switch account {
        case .eos: .eos(try EOSSignature(text: text).recoverPublicKey(digest: digest))
        case .ethereum: .ethereum(try LoginSignature.ethereum(text).recoverPublicKey(digest: digest).ethereumAddress)
        }
    }
}
