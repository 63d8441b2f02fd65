import MYKEYWire

/// Checks the sign-in text that accompanies a login and names its server (MYKEY sheet 9.5).
enum TaggedLoginCheck {
    /// Checks the sign-in text and its signature.
    /// - Returns: true if there is a sign-in text.
    /// - Throws: ``CallbackRefusal`` `tagged` if the text is invalid, or if it is required and absent. `returning` if the login returns to
    /// a program that is not allowed.
    static func check(_ claim: LoginClaim, key: ReservedKey.Key, rules: CallbackRules, now: UnixTime)
        throws(CallbackRefusal) -> Bool
    {
        guard let domain = rules.tagged.domain else { return false }
        guard let tagged = claim.tagged else {
            if case .required = rules.tagged { throw absent }
            return false
        }
        let message = try message(claim)
        try check(message, of: claim, domain: domain, rules: rules, now: now)
        if let reason = LoginSignature.refusal(tagged.signature, digest: message.signedDigest, by: key) {
            throw CallbackRefusal(.tagged, "siwx: \(reason)")
        }
        try checkReturn(message, rules)
        return true
    }

    /// Returns the text that accompanies a login.
    static func message(_ claim: LoginClaim) throws(CallbackRefusal) -> SignInMessage {
        guard let tagged = claim.tagged else { throw absent }
        do {
            return try SignInMessage(text: tagged.message)
        } catch {
            throw CallbackRefusal(.tagged, "siwx: \(error)")
        }
    }

    /// Checks that the text belongs to this login and this server. The signature is not checked.
    static func check(
        _ message: SignInMessage, of claim: LoginClaim, domain: String, rules: CallbackRules, now: UnixTime
    ) throws(CallbackRefusal) {
        guard LoginAccount(message.account) == claim.account else {
            throw CallbackRefusal(.tagged, "siwx is for an account other than the login's")
        }
        let context = SignInContext(
            domain: domain, nonce: SignInMessage.nonce(uuID: claim.uuID), now: SignInTime(now),
            chain: rules.chains.signInChain(of: claim.account))
        if let refusal = message.refusal(in: context) { throw CallbackRefusal(.tagged, "siwx: \(refusal)") }
        try checkTime(message, rules: rules, now: now)
    }

    static func checkReturn(_ message: SignInMessage, _ rules: CallbackRules) throws(CallbackRefusal) {
        if let reason = rules.returning.refusal(of: message.loginReturn) { throw CallbackRefusal(.returning, reason) }
    }

    private static var absent: CallbackRefusal {
        CallbackRefusal(.tagged, "a login without siwx names no server, so this server refuses it")
    }

    /// Checks the time. The time limits of the login also apply to the text, because a text without an expiry would otherwise be valid
    /// forever.
    private static func checkTime(_ message: SignInMessage, rules: CallbackRules, now: UnixTime) throws(CallbackRefusal)
    {
        let age = now - message.issuedAt.time
        guard age >= .zero - max(.zero, rules.maxSkew), age <= max(.zero, rules.maxAge) else {
            throw CallbackRefusal(.tagged, "siwx was issued outside the window")
        }
    }
}
