/// A list of event types as filters write it, taken apart once: `*` stands for any text, as in `m.room.*`.
package struct EventTypePatterns: Sendable {
    private let exact: Set<String>
    private let wild: [Pattern]

    package init(_ patterns: [String]) {
        self.exact = Set(patterns.filter { !$0.utf8.contains(Pattern.star) })
        self.wild = patterns.filter { $0.utf8.contains(Pattern.star) }.map(Pattern.init)
    }

    package func matches(_ type: String) -> Bool {
        if exact.contains(type) { return true }
        guard !wild.isEmpty else { return false }
        let text = Array(type.utf8)
        return wild.contains { $0.matches(text) }
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

        /// Takes each part at its first place, so that no pattern makes it go back.
        func matches(_ text: [UInt8]) -> Bool {
            guard text.count >= first.count + last.count, text.starts(with: first), text.suffix(last.count).elementsEqual(last) else { return false }
            var position = first.count
            let end = text.count - last.count
            for part in middle {
                while position + part.count <= end, !text[position..<position + part.count].elementsEqual(part) { position += 1 }
                guard position + part.count <= end else { return false }
                position += part.count
            }
            return true
        }
    }
}
