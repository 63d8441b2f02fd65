/// Looks up the current reserved key of an account. All keys can be replaced, so a signature must be checked with the key that is valid now
/// (MYKEY sheet 7).
public protocol ReservedKeySource: Sendable {
    /// Returns the key, or `nil` when the account has none or is not a MYKEY account.
    /// - Throws: ``MYKEYServicesError`` when the key cannot be determined. An error never means "no key".
    func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey?
}

extension ReservedKeySource {
    /// Returns the result of the look-up as a value that can be passed between tasks.
    func answer(for account: LoginAccount) async -> Result<ReservedKey?, MYKEYServicesError> {
        do throws(MYKEYServicesError) {
            return .success(try await reservedKey(of: account))
        } catch {
            return .failure(error)
        }
    }
}

/// Passes each look-up to the source for the account's chain.
public struct ChainKeySources: ReservedKeySource {
    private let eos: (any ReservedKeySource)?
    private let ethereum: (any ReservedKeySource)?

    /// Creates a source. A look-up on a chain without a source throws an error.
    public init(eos: (any ReservedKeySource)? = nil, ethereum: (any ReservedKeySource)? = nil) {
        self.eos = eos
        self.ethereum = ethereum
    }

    public func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? {
        let source =
            switch account {
            case .eos: eos
            case .ethereum: ethereum
            }
        guard let source else {
            throw MYKEYServicesError(
                .nodeUnavailable, field: account.text, reason: "no node of the account's chain is configured")
        }
        return try await source.reservedKey(of: account)
    }
}

/// A source that returns given keys. It is for tests, and for `herald mykey verify` with a list of keys instead of a chain.
public struct FixedKeySource: ReservedKeySource {
    private let keys: [LoginAccount: ReservedKey]

    /// Creates a source.
    /// - Parameter keys: the keys. An account that is not listed has no key.
    public init(_ keys: [LoginAccount: ReservedKey]) { self.keys = keys }

    public func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? { keys[account] }
}
