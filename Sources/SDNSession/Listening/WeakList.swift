import HeraldLocks

/// A list that does not keep its objects alive. An object is no longer in the list when nothing else holds a reference to it.
package final class WeakList<Object: AnyObject & Sendable>: Sendable {
    private struct Reference: Sendable {
        // Nothing assigns it after `init`. A `weak let` would say so, but needs Swift 6.2.3.
        private(set) weak var object: Object?
    }
    private let references = Mutex<[Reference]>([])

    package init() {}

    package func add(_ object: Object) {
        references.withLock { references in
            references.removeAll { $0.object == nil }
            references.append(Reference(object: object))
        }
    }

    package var all: [Object] { references.withLock { $0.compactMap { $0.object } } }
    package var isEmpty: Bool { references.withLock { $0.allSatisfy { $0.object == nil } } }
}
