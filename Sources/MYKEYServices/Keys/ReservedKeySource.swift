/// Knows the reserved key of an account as it is now: all keys can be replaced, so a signature is judged against today's (MYKEY sheet 7).
public protocol ReservedKeySource: Sendable {
    /// The key; `nil` when the account has none, or is no MYKEY account.
    /// - Throws: ``MYKEYServicesError`` when nobody can say. It never stands for "no key".
    func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey?
}

extension ReservedKeySource {
    /// The answer as a value, to be carried from one task to another.
    func answer(for account: LoginAccount) async -> Result<ReservedKey?, MYKEYServicesError> {
        do throws(MYKEYServicesError) {
            return .success(try await reservedKey(of: account))
        } catch {
            return .failure(error)
        }
    }
}

/// Asks the source that is for the account's chain.
public struct ChainKeySources: ReservedKeySource {
    private let eos: (any ReservedKeySource)?
    private let ethereum: (any ReservedKeySource)?

    /// Nobody can say anything of accounts on a chain without a source.
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
            throw MYKEYServicesError(.nodeUnavailable, field: account.text, reason: "no node of the account's chain is known here")
        }
        return try await source.reservedKey(of: account)
    }
}
