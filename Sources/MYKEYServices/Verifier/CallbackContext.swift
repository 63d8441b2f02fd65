import MYKEYWire

/// All facts for a decision except the body and the account's key, as values for tests, vectors and tools. A server keeps these facts in a
/// ``ReplayStore``.
public struct CallbackContext: Sendable {
    /// The time of the decision.
    public var now: UnixTime
    /// The server's settings.
    public var rules: CallbackRules
    private var expected: Set<ExactText>
    private var usedOneTime: Set<ExactText>
    private var accepted: Set<ExactText>

    /// Creates a context.
    /// - Parameters:
    ///   - now: the time of the decision.
    ///   - rules: the server's settings.
    ///   - expectedUUIDs: the uuIDs with a pending login or a binding.
    ///   - usedOneTimeUUIDs: the used uuIDs. They matter only for the protocol `SimpleWallet`.
    ///   - acceptedSignedStrings: the signed strings that were accepted before.
    public init(
        now: UnixTime, rules: CallbackRules, expectedUUIDs: [String] = [], usedOneTimeUUIDs: [String] = [],
        acceptedSignedStrings: [String] = []
    ) {
        self.now = now
        self.rules = rules
        expected = Set(expectedUUIDs.map(UUIDKey.of))
        usedOneTime = Set(usedOneTimeUUIDs.map(UUIDKey.of))
        accepted = Set(acceptedSignedStrings.map(ExactText.init))
    }

    /// Compares a login with the remembered facts.
    public func standing(of claim: LoginClaim) -> CallbackStanding {
        let key = UUIDKey.of(claim.uuID)
        return CallbackStanding(
            isExpected: expected.contains(key), isSpent: claim.isOneTime && usedOneTime.contains(key),
            isReplayed: accepted.contains(ExactText(claim.signedString)))
    }
}

/// The result of comparing a login with the server's memory (MYKEY sheet 4.4, steps 6 and 7).
public struct CallbackStanding: Sendable, Hashable {
    /// True when the uuID is expected.
    public var isExpected: Bool
    /// True when the uuID was for one login and has been used.
    public var isSpent: Bool
    /// True when the signed string was accepted before.
    public var isReplayed: Bool

    /// Creates a result.
    public init(isExpected: Bool, isSpent: Bool, isReplayed: Bool) {
        self.isExpected = isExpected
        self.isSpent = isSpent
        self.isReplayed = isReplayed
    }
}
