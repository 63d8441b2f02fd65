import Synchronization

/// A number that callbacks count up.
package final class Tally: Sendable {
    private let value = Mutex(0)

    package init() {}

    package var count: Int { value.withLock { $0 } }

    package func add(_ amount: Int = 1) { value.withLock { $0 += amount } }
}
