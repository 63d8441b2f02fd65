import HeraldLocks

/// A filter's list of event types, parsed once. `*` stands for any text, as in `m.room.*`.
package struct EventTypePatterns: Sendable {
    private let exact: Set<String>
    private let wild: [Pattern]

    package init(_ patterns: [String]) {
        self.exact = Set(patterns.filter { !$0.utf8.contains(Pattern.star) })
        self.wild = patterns.filter { $0.utf8.contains(Pattern.star) }.map(Pattern.init)
    }

    package func matches(_ type: String) -> Bool {
        var left = Int.max
        return matches(type, &left)
    }

    /// Returns true when the type matches one of the patterns. `work` limits the bytes that one request may compare. When the limit is
    /// reached, only patterns without `*` match.
    package func matches(_ type: String, _ work: PatternWork) -> Bool {
        if exact.contains(type) { return true }
        guard !wild.isEmpty else { return false }
        return work.spend { left in matches(type, &left) }
    }

    private func matches(_ type: String, _ left: inout Int) -> Bool {
        if exact.contains(type) { return true }
        guard !wild.isEmpty else { return false }
        let text = Array(type.utf8)
        for pattern in wild {
            guard left > 0 else { return false }
            if pattern.matches(text, &left) { return true }
        }
        return false
    }

    private struct Pattern: Sendable {
        static let star = UInt8(ascii: "*")
        let first: ArraySlice<UInt8>
        let middle: [ArraySlice<UInt8>]
        let last: ArraySlice<UInt8>

        init(_ text: String) {
            let parts = Array(text.utf8).split(separator: Self.star, omittingEmptySubsequences: false)
            self.first = parts.first ?? []
            self.middle = parts.dropFirst().dropLast().filter { !$0.isEmpty }
            self.last = parts.last ?? []
        }

        /// Returns true when the text matches. Each part of the pattern is matched at its first possible position, so matching never
        /// backtracks.
        /// - Parameter left: the number of bytes that may still be compared. Returns false when they are used up.
        func matches(_ text: [UInt8], _ left: inout Int) -> Bool {
            left -= 1
            guard text.count >= first.count + last.count, Self.lies(first, in: text, at: 0, &left),
                Self.lies(last, in: text, at: text.count - last.count, &left)
            else { return false }
            var position = first.count
            let end = text.count - last.count
            for part in middle {
                while position + part.count <= end, !Self.lies(part, in: text, at: position, &left) {
                    guard left > 0 else { return false }
                    position += 1
                }
                guard position + part.count <= end else { return false }
                position += part.count
            }
            return left > 0
        }

        private static func lies(_ part: ArraySlice<UInt8>, in text: [UInt8], at position: Int, _ left: inout Int)
            -> Bool
        {
            var place = position
            for byte in part {
                left -= 1
                guard text[place] == byte else { return false }
                place += 1
            }
            return true
        }
    }
}

/// Limits the number of bytes that are compared for all patterns in the filters of one request.
package final class PatternWork: Sendable {
    private let allowance: Int
    private let left: Mutex<Int>

    package init(allowance: Int) {
        self.allowance = allowance
        self.left = Mutex(allowance)
    }

    /// The number of bytes compared so far.
    package var spent: Int { left.withLock { allowance - $0 } }

    func spend(_ body: (inout Int) -> Bool) -> Bool { left.withLock { body(&$0) } }
}
