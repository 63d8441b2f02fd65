import Synchronization

/// The cost that the patterns of one request's filters may have together, in bytes compared.
package final class PatternWork: Sendable {
    private let allowance: Int
    private let left: Mutex<Int>

    package init(allowance: Int) {
        self.allowance = allowance
        self.left = Mutex(allowance)
    }

    /// The cost so far.
    package var spent: Int { left.withLock { allowance - $0 } }

    func spend(_ body: (inout Int) -> Bool) -> Bool { left.withLock { body(&$0) } }
}
