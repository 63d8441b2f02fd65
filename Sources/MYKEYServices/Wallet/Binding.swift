import MYKEYWire

/// A binding of a dapp's user to one of this wallet's accounts.
public struct Binding: Sendable, Hashable {
    /// The dapp's key.
    public let appKey: String
    /// The user's id at the dapp, as it was written.
    public let uuID: String
    /// The chain: `EOS` or `ETH`.
    public let chain: String
    /// The account's name or address.
    public let account: String

    /// Creates a binding.
    public init(appKey: String, uuID: String, chain: String, account: String) {
        self.appKey = appKey
        self.uuID = uuID
        self.chain = chain
        self.account = account
    }

    /// The id in the form that is used for look-ups (MYKEY sheet 4.4).
    var userKey: ExactText { UUIDKey.of(uuID) }

    /// True if both bindings bind the same user of the same dapp to the same account.
    func means(_ other: Binding) -> Bool { isNear(other) && userKey == other.userKey && account == other.account }

    /// True if both bindings belong to the same dapp and chain.
    func isNear(_ other: Binding) -> Bool { ExactText(appKey) == ExactText(other.appKey) && chain == other.chain }
}

/// The bindings of this wallet's accounts to users of dapps. MYKEY's server no longer exists, so the wallet's own table decides (MYKEY
/// sheet 13, Q4).
public protocol BindingTable: Sendable {
    /// Returns all bindings with a dapp on one chain.
    /// - Throws: ``MYKEYServicesError`` `database`.
    func bindings(appKey: String, chain: String) async throws(MYKEYServicesError) -> [Binding]
    /// Stores a binding. Storing an existing one again is not an error.
    /// - Throws: ``MYKEYServicesError`` `value` when the user or the account is bound to another, or `database`.
    func bind(_ binding: Binding) async throws(MYKEYServicesError)
    /// Deletes all bindings with a dapp.
    /// - Throws: ``MYKEYServicesError`` `database`.
    func unbind(appKey: String) async throws(MYKEYServicesError)
}

/// Decides about a request of the protocol `MYKEY`, depending on the stored bindings (MYKEY sheet 2.6, codes 10006 to 10010).
enum BindingRule {
    /// Checks a request.
    /// - Returns: the code of the refusal, or `nil` if the request is acceptable.
    static func refusal(of action: WalletAction, for wanted: Binding, among known: [Binding], refusesRepeat: Bool)
        -> MYKEYResultCode?
    {
        let ofUser = known.first { $0.userKey == wanted.userKey }
        let ofAccount = known.first { $0.account == wanted.account }
        switch (ofUser, ofAccount) {
        case (nil, nil): return action == .login ? nil : .unbound
        case (let user?, let account?):
            guard user.means(account) else { return .boundInfoMismatch }
            return action == .login && refusesRepeat ? .duplicateBound : nil
        case (_?, nil): return .dappBounded
        case (nil, _?): return action == .login ? .MYKEYBounded : .boundInfoMismatch
        }
    }
}
