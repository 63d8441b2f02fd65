/// A glob pattern of a push rule. `*` stands for any text, `?` for one character, and every other character for itself in either letter
/// case (SDN sheet 6.3).
///
/// Matching never backtracks. A pattern without wildcards takes time proportional to the text's length. A pattern with wildcards takes that
/// time once for every 64 characters of the pattern. ``PushWork`` limits the work for one event.
///
/// A pattern stores only its characters. The tables for matching are built for each match: for a pattern of 1,024 different characters they
/// are 35 times as large as the pattern, and a user may have 500 patterns.
package struct PushPattern: Sendable, Hashable {
    /// The part of a text that a pattern must match.
    package enum Extent: Sendable {
        /// The whole text.
        case whole
        /// Any part of the text that begins and ends at the edge of a word.
        case words
    }

    /// The longest pattern, in Unicode scalars.
    package static let lengthLimit = 1_024

    /// The pattern's scalars in lower case.
    private let scalars: [Unicode.Scalar]
    /// True when the pattern contains a `*` or a `?`.
    package let hasWildcards: Bool
    /// The bytes of an ASCII pattern without wildcards, for the fast comparison.
    private let plainBytes: [UInt8]?

    /// Parses a pattern. Returns `nil` for a pattern that is longer than ``lengthLimit``.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit * 4 else { return nil }
        let scalars = FoldedText(text).scalars
        guard scalars.count <= Self.lengthLimit else { return nil }
        self.scalars = scalars
        self.hasWildcards = scalars.contains { $0 == "*" || $0 == "?" }
        self.plainBytes =
            !hasWildcards && scalars.allSatisfy(\.isASCII) ? scalars.map { UInt8(truncatingIfNeeded: $0.value) } : nil
    }

    package static func == (left: PushPattern, right: PushPattern) -> Bool { left.scalars == right.scalars }
    package func hash(into hasher: inout Hasher) { hasher.combine(scalars) }

    /// The estimated memory size, in bytes.
    package var weight: Int {
        HeldBytes.buffer + scalars.count * MemoryLayout<Unicode.Scalar>.stride
            + (plainBytes.map { HeldBytes.buffer + $0.count } ?? 0)
    }

    /// The first word of a pattern without wildcards. Every text that the pattern matches contains it as a whole word.
    package var firstWord: ArraySlice<Unicode.Scalar>? {
        hasWildcards ? nil : scalars.split(maxSplits: 1) { !$0.isPartOfWord }.first
    }

    /// Returns the cost of matching against a text of `length` scalars, in the steps that ``PushWork`` counts.
    package func cost(over length: Int) -> Int {
        hasWildcards ? (length + scalars.count) * PatternWalk.width(of: scalars) : length
    }

    /// Returns true when the pattern matches the whole text. ASCII text is compared byte by byte, which avoids creating a ``FoldedText``.
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

    /// Returns true when the pattern matches the text.
    package func matches(_ text: FoldedText, _ extent: Extent) -> Bool {
        if hasWildcards { return PatternWalk(scalars).matches(text, extent) }
        return extent == .whole ? scalars == text.scalars : text.contains(phrase: scalars)
    }
}
