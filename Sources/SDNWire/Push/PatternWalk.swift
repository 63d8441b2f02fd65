/// Matches a pattern with wildcards against a text. A bit set holds all states that the match can be in (a bit-parallel NFA).
struct PatternWalk {
    /// The number of pattern characters other than `*`.
    private let places: Int
    /// The number of 64-bit words in the state set. The time for each character of a text is proportional to this number.
    private let width: Int
    /// The states that a scalar of each class leads to. Each class takes up `width` words.
    private let leadingTo: [UInt64]
    /// The states in which a `*` lets any scalar pass without changing the state.
    private let staying: [UInt64]
    /// The class of each scalar in the pattern. A scalar that is not in the pattern has class 0.
    private let classes: [Unicode.Scalar: Int]

    init(_ scalars: [Unicode.Scalar]) {
        let width = Self.width(of: scalars)
        var classes: [Unicode.Scalar: Int] = [:]
        for scalar in scalars where scalar != "*" && scalar != "?" && classes[scalar] == nil {
            classes[scalar] = classes.count + 1
        }
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
        self.places = place
        self.width = width
        self.leadingTo = leadingTo
        self.staying = staying
        self.classes = classes
    }

    /// Returns the number of 64-bit words that a pattern's state set needs.
    static func width(of scalars: [Unicode.Scalar]) -> Int { scalars.count { $0 != "*" } / 64 + 1 }

    func matches(_ text: FoldedText, _ extent: PushPattern.Extent) -> Bool {
        width == 1 ? walkNarrow(text, extent) : walkWide(text, extent)
    }

    private func walkNarrow(_ text: FoldedText, _ extent: PushPattern.Extent) -> Bool {
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

    private func walkWide(_ text: FoldedText, _ extent: PushPattern.Extent) -> Bool {
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
