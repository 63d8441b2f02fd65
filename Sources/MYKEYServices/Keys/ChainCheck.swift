import Synchronization

/// Asks a node once which chain it is of. A node of a test chain, where anybody can make any account, must not log anybody in.
final class ChainCheck<ID: Sendable & Equatable>: Sendable {
    private let expected: ID?
    private let node: ChainNodeAddress
    private let isPassed = Mutex(false)

    /// - Parameter expected: `nil` to believe any chain.
    init(expected: ID?, node: ChainNodeAddress) {
        self.expected = expected
        self.node = node
    }

    /// - Throws: ``MYKEYServicesError`` with code `nodeAnswer` for another chain; what `ask` throws.
    func pass(_ ask: () async throws(MYKEYServicesError) -> ID) async throws(MYKEYServicesError) {
        guard let expected, !isPassed.withLock({ $0 }) else { return }
        let found = try await ask()
        guard found == expected else {
            throw MYKEYServicesError(.nodeAnswer, field: node.label, reason: "the node is of chain \(found), not of \(expected)")
        }
        isPassed.withLock { $0 = true }
    }
}
