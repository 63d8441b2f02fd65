import Synchronization

/// Checks once that a node belongs to the expected chain. This is needed because on a test chain anybody can create any account, so a node
/// of a test chain must not decide about logins.
final class ChainCheck<ID: Sendable & Equatable>: Sendable {
    private let expected: ID?
    private let node: ChainNodeAddress
    private let isPassed = Mutex(false)

    /// Creates the check.
    /// - Parameter expected: the expected chain. `nil` accepts any chain.
    init(expected: ID?, node: ChainNodeAddress) {
        self.expected = expected
        self.node = node
    }

    /// Asks for the node's chain if this was not done yet, and checks it.
    /// - Throws: ``MYKEYServicesError`` with code `nodeAnswer` for another chain, and the error of `ask`.
    func pass(_ ask: () async throws(MYKEYServicesError) -> ID) async throws(MYKEYServicesError) {
        guard let expected, !isPassed.withLock({ $0 }) else { return }
        let found = try await ask()
        guard found == expected else {
            throw MYKEYServicesError(
                .nodeAnswer, field: node.label, reason: "the node is of chain \(found), not of \(expected)")
        }
        isPassed.withLock { $0 = true }
    }
}
