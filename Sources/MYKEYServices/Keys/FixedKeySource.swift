/// A source that returns given keys. It is for tests, and for `herald mykey verify` with a list of keys instead of a chain.
public struct FixedKeySource: ReservedKeySource {
    private let keys: [LoginAccount: ReservedKey]

    /// Creates a source.
    /// - Parameter keys: the keys. An account that is not listed has no key.
    public init(_ keys: [LoginAccount: ReservedKey]) { self.keys = keys }

    public func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? { keys[account] }
}
