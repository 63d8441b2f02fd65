import MYKEYWire

/// A dapp's user and one of this wallet's accounts that belong together.
public struct Binding: Sendable, Hashable {
    /// The dapp's key.
    public let appKey: String
    /// The user's id at the dapp, as it was written.
    public let uuID: String
    /// `EOS` or `ETH`.
    public let chain: String
    /// The account's name or address.
    public let account: String

    /// A pair.
    public init(appKey: String, uuID: String, chain: String, account: String) {
        self.appKey = appKey
        self.uuID = uuID
        self.chain = chain
        self.account = account
    }

    /// The id in the form it is looked up by (MYKEY sheet 4.4).
    var userKey: ExactText { UUIDKey.of(uuID) }

    /// Whether both mean the same user of the same dapp, and the same account.
    func means(_ other: Binding) -> Bool { isNear(other) && userKey == other.userKey && account == other.account }

    /// Whether both are about the same dapp on the same chain.
    func isNear(_ other: Binding) -> Bool { ExactText(appKey) == ExactText(other.appKey) && chain == other.chain }
}

/// Which users of which dapps this wallet's accounts are bound to. With no server of MYKEY's to ask, the wallet's own memory decides
/// (MYKEY sheet 13, Q4).
public protocol BindingTable: Sendable {
    /// All pairs with a dapp on one chain.
    func bindings(appKey: String, chain: String) async throws(MYKEYServicesError) -> [Binding]
    /// Keeps a pair; one that is there already is no error.
    /// - Throws: ``MYKEYServicesError`` `value` when the user or the account is bound otherwise, `database`.
    func bind(_ binding: Binding) async throws(MYKEYServicesError)
    /// Forgets all pairs with a dapp.
    func unbind(appKey: String) async throws(MYKEYServicesError)
}

/// What the table says about a request of the protocol `MYKEY` (MYKEY sheet 2.6, codes 10006 to 10010).
enum BindingRule {
    /// - Returns: the code that the request is refused with, or `nil`.
    static func refusal(of action: WalletAction, for wanted: Binding, among known: [Binding], refusesRepeat: Bool) -> MYKEYResultCode? {
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
