/// A glob of a push rule: `*` stands for any text, `?` for one character, everything else for itself in either case (SDN sheet 6.3).
///
/// Nothing is tried twice: a pattern without wildcards costs as much as the text is long, any other a 64th of its own length times that.
/// How many patterns a text is looked through for is bounded elsewhere: ``PushWork``.
///
/// A pattern keeps its characters and nothing else. What a look needs beside them is made for that look: of a pattern of 1,024 different
/// characters it is 35 times as large, and a user may have 500 of them.
package struct PushPattern: Sendable, Hashable {
    /// How a pattern lies in a text.
    package enum Extent: Sendable {
        /// From one end to the other.
        case whole
        /// Anywhere, as long as no end of it lies inside a word.
        case words
    }

    /// The longest pattern, in Unicode scalars.
    package static let lengthLimit = 1_024

    /// The pattern in lower case, from which all else follows.
    private let scalars: [Unicode.Scalar]
    /// Whether it has a `*` or a `?`.
    package let hasWildcards: Bool
    /// A pattern without wildcards that is ASCII, for the quickest way.
    private let plainBytes: [UInt8]?

    /// `nil` for a pattern that is too long.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit * 4 else { return nil }
        let scalars = FoldedText(text).scalars
        guard scalars.count <= Self.lengthLimit else { return nil }
        self.scalars = scalars
        self.hasWildcards = scalars.contains { $0 == "*" || $0 == "?" }
        self.plainBytes = !hasWildcards && scalars.allSatisfy(\.isASCII) ? scalars.map { UInt8(truncatingIfNeeded: $0.value) } : nil
    }

    package static func == (left: PushPattern, right: PushPattern) -> Bool { left.scalars == right.scalars }
    package func hash(into hasher: inout Hasher) { hasher.combine(scalars) }

    /// How many bytes it takes in memory, about.
    package var weight: Int {
        HeldBytes.buffer + scalars.count * MemoryLayout<Unicode.Scalar>.stride + (plainBytes.map { HeldBytes.buffer + $0.count } ?? 0)
    }

    /// A word that stands in whatever a pattern without wildcards is found in: between two ends of words there are whole words only.
    package var firstWord: ArraySlice<Unicode.Scalar>? {
        hasWildcards ? nil : scalars.split(maxSplits: 1) { !$0.isPartOfWord }.first
    }

    /// What it costs to look for it in a text of so many scalars, in steps of ``PushWork``.
    package func cost(over length: Int) -> Int {
        hasWildcards ? (length + scalars.count) * PatternWalk.width(of: scalars) : length
    }

    /// Whether the pattern is the whole text; without folding it where neither needs that.
    package func matchesWhole(_ text: String) -> Bool {
        if let plainBytes {
            var isASCII = true, isEqual = text.utf8.count == plainBytes.count, index = 0
            for byte in text.utf8 {
                guard byte < 0x80 else {
                    isASCII = false
                    break
                }
                guard isEqual else { continue }
                isEqual = plainBytes[index] == ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
                index += 1
            }
            if isASCII { return isEqual }
        }
        return matches(FoldedText(text), .whole)
    }

    /// Whether the pattern lies in the text.
    package func matches(_ text: FoldedText, _ extent: Extent) -> Bool {
        if hasWildcards { return PatternWalk(scalars).matches(text, extent) }
        return extent == .whole ? scalars == text.scalars : text.contains(phrase: scalars)
    }
}
