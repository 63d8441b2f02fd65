import MYKEYWire

/// Decides about posted logins with pure functions, in the order of MYKEY sheet 4.4. ``CallbackService`` combines them with a store and a chain.
///
/// The key is looked up near the end, so that a stranger's post does not make the server ask its nodes.
///
/// ```swift
/// let claim = try CallbackVerifier.read(body, now: now, rules: rules)
/// try CallbackVerifier.check(claim, key: .known(key))   // a CallbackRefusal says what is wrong
/// print(claim.account, claim.uuID)
/// ```
public enum CallbackVerifier {
    /// Performs steps 1 to 5: reads the body, and makes all checks that need no stored data.
    /// - Throws: ``CallbackRefusal``.
    public static func read(_ body: [UInt8], now: UnixTime, rules: CallbackRules) throws(CallbackRefusal) -> LoginClaim
    {
        try LoginBody.claim(body, now: now, rules: rules)
    }

    /// Performs steps 6 and 7: checks that the uuID is expected, and that neither the uuID nor the signed string was used before.
    ///
    /// The account of a bound user is not checked here, but by ``checkBinding(_:)``.
    /// - Throws: ``CallbackRefusal``.
    public static func check(_ standing: CallbackStanding) throws(CallbackRefusal) {
        guard standing.isExpected else { throw CallbackRefusal(.uuid, "no login with this uuID is pending") }
        guard !standing.isSpent else {
            throw CallbackRefusal(.usedUUID, "this uuID was already used for a login")
        }
        guard !standing.isReplayed else { throw CallbackRefusal(.replayed, "this login was accepted before") }
    }

    /// Performs steps 8 and 9: checks that the key is usable, and that the signature was made with it.
    /// - Parameters:
    ///   - claim: the content of the body.
    ///   - key: the result of looking up the account's reserved key.
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

    /// Checks that the account is the one to which the user of the uuID is bound (two-way binding).
    ///
    /// Call it after step 9. If it came before the check of the signature, a stranger who knows a user id could find out the user's account.
    /// - Throws: ``CallbackRefusal`` `binding`.
    public static func checkBinding(_ standing: CallbackStanding) throws(CallbackRefusal) {
        guard standing.binding != .otherAccount else {
            throw CallbackRefusal(.binding, "the user of this uuID is bound to another account")
        }
    }

    /// Checks the sign-in text that names this server, after step 9, by ``CallbackRules/TaggedRule`` (MYKEY sheet 9.5). Also checks the
    /// place to which the login returns, by ``ReturnRule``.
    /// - Parameters:
    ///   - claim: the content of the body.
    ///   - key: the account's reserved key.
    ///   - rules: the server's settings.
    ///   - now: the current time.
    /// - Returns: true if there is a sign-in text and it is valid. False if there is none and none is required.
    /// - Throws: ``CallbackRefusal``.
    public static func checkTagged(
        _ claim: LoginClaim, key: ReservedKey, rules: CallbackRules, now: UnixTime
    ) throws(CallbackRefusal) -> Bool {
        try TaggedLoginCheck.check(claim, key: key.key, rules: rules, now: now)
    }

    /// Performs all checks of a body, without storing anything.
    /// - Parameters:
    ///   - body: the posted bytes.
    ///   - context: the time, the settings and the stored data.
    ///   - keys: looks up the account's key. It is called only after all cheaper checks have passed.
    public static func decide(_ body: [UInt8], in context: CallbackContext, keys: (LoginAccount) -> KeyFinding)
        -> CallbackDecision
    {
        do {
            let claim = try read(body, now: context.now, rules: context.rules)
            let standing = context.standing(of: claim)
            try check(standing)
            let key = try check(claim, key: keys(claim.account))
            let isTagged = try checkTagged(claim, key: key, rules: context.rules, now: context.now)
            try checkBinding(standing)
            return .accepted(AcceptedLogin(claim, key: key, rules: context.rules, isTagged: isTagged, now: context.now))
        } catch {
            return .refused(error)
        }
    }
}

/// The result of looking up an account's reserved key.
public enum KeyFinding: Sendable, Hashable {
    /// The chain has this key for the account.
    case known(ReservedKey)
    /// The chain has no key for the account.
    case absent
    /// The look-up failed for this reason.
    case unavailable(String)
}
