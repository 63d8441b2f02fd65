/// Returns given keys: for tests, and for `herald mykey verify` with a list of keys instead of a chain.
public struct FixedKeySource: ReservedKeySource {
    private let keys: [LoginAccount: ReservedKey]

    /// Creates a source.
    /// - Parameter keys: the keys. Accounts that are not listed have no key.
    public init(_ keys: [LoginAccount: ReservedKey]) { self.keys = keys }

    public func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? { keys[account] }
}
