/// Everything beside the body that a decision depends on, except the account's key, as values: for tests, vectors and tools.
/// A server keeps the same facts in a ``ReplayStore``.
public struct CallbackContext: Sendable {
    /// Seconds since 1970.
    public var now: Int64
    /// The server's settings.
    public var rules: CallbackRules
    private var expected: Set<ExactText>
    private var usedOneTime: Set<ExactText>
    private var accepted: Set<ExactText>

    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - rules: the server's settings.
    ///   - expectedUUIDs: a login or a binding is pending for each.
    ///   - usedOneTimeUUIDs: used up; matter for the protocol `SimpleWallet` alone.
    ///   - acceptedSignedStrings: what was accepted before.
    public init(
        now: Int64, rules: CallbackRules, expectedUUIDs: [String] = [], usedOneTimeUUIDs: [String] = [],
        acceptedSignedStrings: [String] = []
    ) {
        self.now = now
        self.rules = rules
        expected = Set(expectedUUIDs.map(UUIDKey.of))
        usedOneTime = Set(usedOneTimeUUIDs.map(UUIDKey.of))
        accepted = Set(acceptedSignedStrings.map(ExactText.init))
    }

    /// How a login stands to what is remembered.
    public func standing(of claim: LoginClaim) -> CallbackStanding {
        let key = UUIDKey.of(claim.uuID)
        return CallbackStanding(
            isExpected: expected.contains(key), isSpent: claim.isOneTime && usedOneTime.contains(key),
            isReplayed: accepted.contains(ExactText(claim.signedString)))
    }
}

/// How a login stands to what the server remembers (MYKEY sheet 4.4, steps 6 and 7).
public struct CallbackStanding: Sendable, Hashable {
    /// Whether the uuID is waited for.
    public var isExpected: Bool
    /// Whether the uuID was for one login and has been used.
    public var isSpent: Bool
    /// Whether the signed string was accepted before.
    public var isReplayed: Bool

    /// The three answers.
    public init(isExpected: Bool, isSpent: Bool, isReplayed: Bool) {
        self.isExpected = isExpected
        self.isSpent = isSpent
        self.isReplayed = isReplayed
    }
}
