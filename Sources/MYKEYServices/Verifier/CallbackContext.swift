import MYKEYWire

/// All data on which a decision depends, except the body and the account's key. Tests, vectors and tools give this data as values. A server
/// stores it in a ``ReplayStore``.
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
    ///   - usedOneTimeUUIDs: the uuIDs that were used. They matter only for the protocol `SimpleWallet`.
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

    /// Compares a login with the stored data.
    public func standing(of claim: LoginClaim) -> CallbackStanding {
        let key = UUIDKey.of(claim.uuID)
        return CallbackStanding(
            isExpected: expected.contains(key), isSpent: claim.isOneTime && usedOneTime.contains(key),
            isReplayed: accepted.contains(ExactText(claim.signedString)))
    }
}

/// The result of comparing a login with the server's stored data (MYKEY sheet 4.4, steps 6 and 7).
public struct CallbackStanding: Sendable, Hashable {
    /// True when the uuID is expected.
    public var isExpected: Bool
    /// True if the uuID was for one login only and was used before.
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
