/// A glob of a push rule: `*` stands for any text, `?` for one character, everything else for itself in either case (SDN sheet 6.3).
///
/// Matching walks the text once and keeps the set of all places in the pattern that it could be at, as bits. Nothing is tried twice: the
/// work is text length times a 64th of pattern length, whatever the pattern. How many patterns a text is looked through for is bounded
/// elsewhere: ``PushWork``.
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
    /// What matches at each place, apart from `*`.
    private let places: Int
    /// A pattern without wildcards, for the quick way.
    private let plain: [Unicode.Scalar]?
    /// The same where it is ASCII, for the quickest.
    private let plainBytes: [UInt8]?
    /// How many words of 64 places there are, hence what one character of a text costs.
    package let width: Int
    /// For each class of scalars `width` words: the places that such a scalar leads to.
    private let leadingTo: [UInt64]
    /// The places at which a `*` stands, that is where any scalar leads nowhere else.
    private let staying: [UInt64]
    /// Classes of scalars that stand in the pattern; all others are class 0.
    private let classes: [Unicode.Scalar: Int]

    /// `nil` for a pattern that is too long.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit * 4 else { return nil }
        let scalars = FoldedText(text).scalars
        guard scalars.count <= Self.lengthLimit else { return nil }
        self.scalars = scalars
        let places = scalars.count { $0 != "*" }
        let width = places / 64 + 1
        var classes: [Unicode.Scalar: Int] = [:]
        for scalar in scalars where scalar != "*" && scalar != "?" && classes[scalar] == nil { classes[scalar] = classes.count + 1 }
        var leadingTo = [UInt64](repeating: 0, count: (classes.count + 1) * width)
        var staying = [UInt64](repeating: 0, count: width)
        var place = 0
        for scalar in scalars {
            if scalar == "*" {
                staying[place / 64] |= 1 << UInt64(place % 64)
                continue
            }
            place += 1
            let bit: UInt64 = 1 << UInt64(place % 64)
            if scalar == "?" {
                for index in 0...classes.count { leadingTo[index * width + place / 64] |= bit }
            } else {
                leadingTo[(classes[scalar] ?? 0) * width + place / 64] |= bit
            }
        }
        let plain = scalars.contains { $0 == "*" || $0 == "?" } ? nil : scalars
        self.plain = plain
        self.plainBytes = plain.flatMap { plain in plain.allSatisfy(\.isASCII) ? plain.map { UInt8(truncatingIfNeeded: $0.value) } : nil }
        self.places = places
        self.width = width
        self.leadingTo = leadingTo
        self.staying = staying
        self.classes = classes
    }

    package static func == (left: PushPattern, right: PushPattern) -> Bool { left.scalars == right.scalars }
    package func hash(into hasher: inout Hasher) { hasher.combine(scalars) }

    /// Whether it has a `*` or a `?`.
    package var hasWildcards: Bool { plain == nil }

    /// How many bytes it takes in memory, about.
    package var weight: Int { (leadingTo.count + staying.count) * 8 + scalars.count * 8 }

    /// A word that stands in whatever a pattern without wildcards is found in: between two ends of words there are whole words only.
    package var firstWord: ArraySlice<Unicode.Scalar>? { plain?.split(maxSplits: 1) { !$0.isPartOfWord }.first }

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
        if let plain, extent == .whole { return plain == text.scalars }
        return width == 1 ? walkNarrow(text, extent) : walkWide(text, extent)
    }

    private func walkNarrow(_ text: FoldedText, _ extent: Extent) -> Bool {
        let end: UInt64 = 1 << UInt64(places), stay = staying[0]
        var now: UInt64 = 1
        if extent == .words, now & end != 0 { return true }
        for (index, scalar) in text.scalars.enumerated() {
            now = (now << 1) & leadingTo[classes[scalar] ?? 0] | now & stay
            guard extent == .words else {
                if now == 0 { return false }
                continue
            }
            if text.splitsWord(at: index + 1) { continue }
            if now & end != 0 { return true }
            now |= 1
        }
        return extent == .whole && now & end != 0
    }

    private func walkWide(_ text: FoldedText, _ extent: Extent) -> Bool {
        let endWord = places / 64, end: UInt64 = 1 << UInt64(places % 64)
        var now = [UInt64](repeating: 0, count: width)
        now[0] = 1
        for (index, scalar) in text.scalars.enumerated() {
            let row = (classes[scalar] ?? 0) * width
            var carry: UInt64 = 0
            for word in 0..<width {
                let old = now[word]
                now[word] = (old << 1 | carry) & leadingTo[row + word] | old & staying[word]
                carry = old >> 63
            }
            guard extent == .words, !text.splitsWord(at: index + 1) else { continue }
            if now[endWord] & end != 0 { return true }
            now[0] |= 1
        }
        return extent == .whole && now[endWord] & end != 0
    }
}
