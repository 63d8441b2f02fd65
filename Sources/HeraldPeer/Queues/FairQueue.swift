import DequeModule

/// Queues that take turns: first the oldest element of one queue, then the oldest element of the next queue. An element with n earlier
/// elements in its own queue therefore waits for at most n + 1 elements of each other queue.
///
/// The methods are public and inlinable. Otherwise the compiler would not specialise them in other modules.
public struct FairQueue<Key: Hashable, Element> {
    @usableFromInline var queues: [Key: Deque<Element>] = [:]
    /// The keys of the queues that have elements, in the order of their turns. Each key occurs once.
    @usableFromInline var turns = Deque<Key>()
    /// The number of elements in all queues.
    @usableFromInline package internal(set) var count = 0

    @inlinable public init() {}

    /// Adds an element at the end of a key's queue. A queue that was empty gets the last turn.
    @inlinable
    public mutating func append(_ element: Element, to key: Key) {
        if queues[key] == nil { turns.append(key) }
        queues[key, default: []].append(element)
        count += 1
    }

    /// Removes and returns the oldest element of the queue whose turn is next. Returns `nil` if all queues are empty.
    @inlinable
    public mutating func popFirst() -> Element? {
        guard let key = turns.popFirst(), let element = queues[key]?.popFirst() else { return nil }
        if queues[key]?.isEmpty == true { queues[key] = nil } else { turns.append(key) }
        count -= 1
        return element
    }

    /// Removes the newest element of the longest queue and returns it. Returns `nil`, and removes nothing, if no queue has more than
    /// `least` elements.
    @inlinable
    public mutating func popLastOfLongest(over least: Int) -> Element? {
        guard let longest = queues.max(by: { $0.value.count < $1.value.count }), longest.value.count > max(least, 1),
            let element = queues[longest.key]?.popLast()
        else { return nil }
        count -= 1
        return element
    }

    /// Returns the number of elements in a key's queue.
    @inlinable
    public func count(of key: Key) -> Int { queues[key]?.count ?? 0 }
}

extension FairQueue: Sendable where Key: Sendable, Element: Sendable {}
