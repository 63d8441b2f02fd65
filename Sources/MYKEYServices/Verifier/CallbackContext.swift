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
    private var bound: [ExactText: LoginAccount]

    /// Creates a context.
    /// - Parameters:
    ///   - now: the time of the decision.
    ///   - rules: the server's settings.
    ///   - expectedUUIDs: the uuIDs with a pending login.
    ///   - usedOneTimeUUIDs: the uuIDs that were used. They matter only for the protocol `SimpleWallet`.
    ///   - acceptedSignedStrings: the signed strings that were accepted before.
    ///   - boundAccounts: the accounts of bound users, by uuID (two-way binding). These uuIDs are expected too.
    public init(
        now: UnixTime, rules: CallbackRules, expectedUUIDs: [String] = [], usedOneTimeUUIDs: [String] = [],
        acceptedSignedStrings: [String] = [], boundAccounts: [String: LoginAccount] = [:]
    ) {
        self.now = now
        self.rules = rules
        expected = Set(expectedUUIDs.map(UUIDKey.of))
        usedOneTime = Set(usedOneTimeUUIDs.map(UUIDKey.of))
        accepted = Set(acceptedSignedStrings.map(ExactText.init))
        bound = Dictionary(
            boundAccounts.map { (UUIDKey.of($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Compares a login with the stored data.
    public func standing(of claim: LoginClaim) -> CallbackStanding {
        let key = UUIDKey.of(claim.uuID)
        return CallbackStanding(
            isExpected: expected.contains(key) || bound[key] != nil,
            isSpent: claim.isOneTime && usedOneTime.contains(key),
            isReplayed: accepted.contains(ExactText(claim.signedString)), binding: binding(of: claim, key))
    }

    private func binding(of claim: LoginClaim, _ key: ExactText) -> CallbackStanding.BindingResult {
        guard let account = bound[key] else { return .absent }
        return account == claim.account ? .fits : .otherAccount
    }
}

/// The result of comparing a login with the server's stored data (MYKEY sheet 4.4, steps 6 and 7).
public struct CallbackStanding: Sendable, Hashable {
    /// The result of comparing a login with the binding of its uuID (two-way binding).
    public enum BindingResult: Sendable, Hashable {
        /// The uuID is not that of a bound user.
        case absent
        /// The login fits the binding. If the binding has no account yet, the account of this login will be its account.
        case fits
        /// The user is bound to another account.
        case otherAccount
    }

    /// True when the uuID is expected.
    public var isExpected: Bool
    /// True if the uuID was for one login only and was used before.
    public var isSpent: Bool
    /// True when the signed string was accepted before.
    public var isReplayed: Bool
    /// The result of the comparison with the binding of the uuID.
    public var binding: BindingResult

    /// Creates a result.
    public init(isExpected: Bool, isSpent: Bool, isReplayed: Bool, binding: BindingResult = .absent) {
        self.isExpected = isExpected
        self.isSpent = isSpent
        self.isReplayed = isReplayed
        self.binding = binding
    }

    /// True if nothing in the stored data speaks against the login.
    var isAcceptable: Bool {
        isExpected && !isSpent && !isReplayed && (binding == .absent || binding == .fits)
    }
}
