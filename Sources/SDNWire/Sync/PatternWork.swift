import Synchronization

/// Limits the cost of matching all patterns in one request's filters, in bytes compared.
package final class PatternWork: Sendable {
    private let allowance: Int
    private let left: Mutex<Int>

    package init(allowance: Int) {
        self.allowance = allowance
        self.left = Mutex(allowance)
    }

    /// The bytes compared so far.
    package var spent: Int { left.withLock { allowance - $0 } }

    func spend(_ body: (inout Int) -> Bool) -> Bool { left.withLock { body(&$0) } }
}
