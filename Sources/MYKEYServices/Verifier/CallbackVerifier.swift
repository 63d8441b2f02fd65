/// Decides about posted logins: pure functions, in the order of MYKEY sheet 4.4. ``CallbackService`` joins them to a store and a chain.
///
/// The key is looked up last but one, so that strangers cannot make the server ask its nodes.
public enum CallbackVerifier {
    /// Steps 1 to 5: reads the body and checks what needs no memory.
    /// - Throws: ``CallbackRefusal``.
    public static func read(_ body: [UInt8], now: Int64, rules: CallbackRules) throws(CallbackRefusal) -> LoginClaim {
        try LoginBody.claim(body, now: now, rules: rules)
    }

    /// Steps 6 and 7: the uuID is waited for, and nothing is used twice.
    /// - Throws: ``CallbackRefusal``.
    public static func check(_ standing: CallbackStanding) throws(CallbackRefusal) {
        guard standing.isExpected else { throw CallbackRefusal(.uuid, "no login is waited for under this uuID") }
        guard !standing.isSpent else { throw CallbackRefusal(.usedUUID, "this uuID was for one login and has been used") }
        guard !standing.isReplayed else { throw CallbackRefusal(.replayed, "this login was accepted before") }
    }

    /// Steps 8 and 9: the key can be used, and it made the signature.
    /// - Parameters:
    ///   - claim: what the body says.
    ///   - key: what is known of the account's reserved key.
    /// - Returns: the key.
    /// - Throws: ``CallbackRefusal``.
    @discardableResult
    public static func check(_ claim: LoginClaim, key: KeyFinding) throws(CallbackRefusal) -> ReservedKey {
        let reserved: ReservedKey
        switch key {
        case .known(let found): reserved = found
        case .absent: throw CallbackRefusal(.noKey, "the account has no reserved key")
        case .unavailable(let reason): throw CallbackRefusal(.upstream, reason)
        }
        guard !reserved.isFrozen else { throw CallbackRefusal(.frozen, "the reserved key is frozen") }
        try LoginSignature.check(claim, key: reserved.key)
        return reserved
    }

    /// After step 9: the sign-in text that names this server, by the rules of ``CallbackRules/TaggedRule`` (MYKEY sheet 9.5), and the place
    /// that it returns to, by ``ReturnRule``.
    /// - Parameters:
    ///   - claim: what the body says.
    ///   - key: the account's reserved key.
    ///   - rules: what the server is set to.
    ///   - now: the time, in seconds since 1970.
    /// - Returns: whether there is such a text, and it is right.
    /// - Throws: ``CallbackRefusal``.
    public static func checkTagged(
        _ claim: LoginClaim, key: ReservedKey, rules: CallbackRules, now: Int64
    ) throws(CallbackRefusal) -> Bool {
        try TaggedLoginCheck.check(claim, key: key.key, rules: rules, now: now)
    }

    /// The whole decision about a body. Nothing is recorded.
    /// - Parameters:
    ///   - body: what was posted.
    ///   - context: time, rules and memory.
    ///   - keys: asked for the account's key when everything cheaper holds.
    public static func decide(_ body: [UInt8], in context: CallbackContext, keys: (LoginAccount) -> KeyFinding) -> CallbackDecision {
        do {
            let claim = try read(body, now: context.now, rules: context.rules)
            try check(context.standing(of: claim))
            let key = try check(claim, key: keys(claim.account))
            let isTagged = try checkTagged(claim, key: key, rules: context.rules, now: context.now)
            return .accepted(AcceptedLogin(claim, key: key, rules: context.rules, isTagged: isTagged, now: context.now))
        } catch {
            return .refused(error)
        }
    }
}

/// What is known of an account's reserved key.
public enum KeyFinding: Sendable, Hashable {
    /// The chain has this one.
    case known(ReservedKey)
    /// The chain has none.
    case absent
    /// Nobody could say; why.
    case unavailable(String)
}
