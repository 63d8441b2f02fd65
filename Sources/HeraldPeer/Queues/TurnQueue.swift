import DequeModule

/// Elements that wait for their turns under the keys of clients. The next turn belongs to the key with the fewest turns in progress. If several keys
/// have equally few, the element that has waited longest is next.
///
/// A turn costs the same however many elements wait, but for a search by halves. A thousand long polls that wake together all wait here, so a walk
/// over the waiting elements for each turn would cost more than their answers.
///
/// The methods of a turn are public and inlinable. Otherwise the compiler would not specialise them in other modules.
public struct TurnQueue<Key: Hashable, Element> {
    @usableFromInline struct Line {
        @usableFromInline var waiting: Deque<(turn: UInt64, element: Element)> = []
        @usableFromInline var running = 0

        @inlinable init() {}
    }

    /// The place of a key in the order of turns: that of its oldest element.
    @usableFromInline struct Place: Comparable {
        @usableFromInline let running: Int
        @usableFromInline let turn: UInt64

        @inlinable
        init(running: Int, turn: UInt64) { (self.running, self.turn) = (running, turn) }

        @inlinable
        static func < (left: Place, right: Place) -> Bool {
            (left.running, left.turn) < (right.running, right.turn)
        }
    }

    @usableFromInline let atOnce: Int
    @usableFromInline let perKey: Int
    @usableFromInline var lines: [Key: Line] = [:]
    /// The keys that have waiting elements and may have one more turn in progress. The next one is the last.
    @usableFromInline var ready: [(place: Place, key: Key)] = []
    @usableFromInline var running = 0
    @usableFromInline var turn: UInt64 = 0
    /// The number of waiting elements.
    @usableFromInline package internal(set) var count = 0

    /// - Parameters:
    ///   - atOnce: the most turns in progress.
    ///   - perKey: the most turns in progress of one key.
    @inlinable
    public init(atOnce: Int, perKey: Int) { (self.atOnce, self.perKey) = (atOnce, perKey) }

    /// Returns the number of elements that wait under a key.
    func count(of key: Key) -> Int { lines[key]?.waiting.count ?? 0 }

    /// True if a new turn of a key may begin now.
    func hasPlace(for key: Key) -> Bool { running < atOnce && (lines[key]?.running ?? 0) < perKey }

    /// Adds an element that has waited shorter than all others.
    /// - Returns: the number by which ``remove(_:of:)`` knows the element.
    @inlinable
    public mutating func append(_ element: Element, of key: Key) -> UInt64 {
        turn += 1
        count += 1
        let number = turn
        change(key) { $0.waiting.append((number, element)) }
        return number
    }

    /// Removes the next element and begins its turn. Returns `nil` if no turn may begin.
    @inlinable
    public mutating func begin() -> (key: Key, element: Element)? {
        guard running < atOnce, let key = ready.last?.key else { return nil }
        let first = change(key) { line in
            line.running += 1
            return line.waiting.popFirst()
        }
        running += 1
        count -= 1
        return first.map { (key, $0.element) }
    }

    /// Ends a turn of a key.
    @inlinable
    public mutating func end(_ key: Key) {
        running -= 1
        change(key) { $0.running -= 1 }
    }

    /// Removes an element that has had no turn yet. Other elements stay.
    mutating func remove(_ number: UInt64, of key: Key) {
        let isFound = change(key) { line in
            guard let index = line.waiting.firstIndex(where: { $0.turn == number }) else { return false }
            line.waiting.remove(at: index)
            return true
        }
        if isFound { count -= 1 }
    }

    /// Changes the line of a key, and moves the key to its new place.
    @inlinable
    mutating func change<Result>(_ key: Key, _ body: (inout Line) -> Result) -> Result {
        let before = place(of: key)
        let result = body(&lines[key, default: Line()])
        let after = place(of: key)
        if before != after {
            if let before { ready.remove(at: index(of: before)) }
            if let after { ready.insert((after, key), at: index(of: after)) }
        }
        if let line = lines[key], line.waiting.isEmpty, line.running == 0 { lines[key] = nil }
        return result
    }

    @inlinable
    func place(of key: Key) -> Place? {
        guard let line = lines[key], line.running < perKey else { return nil }
        return line.waiting.first.map { Place(running: line.running, turn: $0.turn) }
    }

    /// Returns the index of a place in `ready`, or the index at which it belongs.
    @inlinable
    func index(of place: Place) -> Int {
        var low = 0, high = ready.count
        while low < high {
            let middle = low + (high - low) / 2
            if place < ready[middle].place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
