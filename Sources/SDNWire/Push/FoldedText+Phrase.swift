extension FoldedText {
    /// Returns true when the text contains the phrase and neither end of the match lies inside a word. An empty phrase always matches.
    package func contains(phrase: [Unicode.Scalar]) -> Bool {
        guard !phrase.isEmpty else { return true }
        guard phrase.count <= scalars.count else { return false }
        var fallback = [Int](repeating: 0, count: phrase.count), matched = 0
        // The Knuth–Morris–Pratt algorithm takes linear time for every phrase and text.
        for index in phrase.indices.dropFirst() {
            while matched > 0, phrase[index] != phrase[matched] { matched = fallback[matched - 1] }
            if phrase[index] == phrase[matched] { matched += 1 }
            fallback[index] = matched
        }
        matched = 0
        for (index, scalar) in scalars.enumerated() {
            while matched > 0, scalar != phrase[matched] { matched = fallback[matched - 1] }
            if scalar == phrase[matched] { matched += 1 }
            guard matched == phrase.count else { continue }
            if !splitsWord(at: index + 1), !splitsWord(at: index + 1 - phrase.count) { return true }
            matched = fallback[matched - 1]
        }
        return false
    }
}
