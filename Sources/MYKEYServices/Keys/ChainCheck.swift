import Synchronization

/// Checks once which chain a node belongs to. A node of a test chain, where anybody can create any account, must not log anybody in.
final class ChainCheck<ID: Sendable & Equatable>: Sendable {
    private let expected: ID?
    private let node: ChainNodeAddress
    private let isPassed = Mutex(false)

    /// - Parameter expected: the expected chain. `nil` accepts any.
    init(expected: ID?, node: ChainNodeAddress) {
        self.expected = expected
        self.node = node
    }

    /// - Throws: ``MYKEYServicesError`` with code `nodeAnswer` for another chain, and what `ask` throws.
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
