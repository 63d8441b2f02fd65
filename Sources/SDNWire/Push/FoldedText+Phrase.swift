extension FoldedText {
    /// Whether a phrase lies in the text with no end of it inside a word. An empty one always does.
    package func contains(phrase: [Unicode.Scalar]) -> Bool {
        guard !phrase.isEmpty else { return true }
        guard phrase.count <= scalars.count else { return false }
        var fallback = [Int](repeating: 0, count: phrase.count), matched = 0
        // Knuth, Morris and Pratt: no phrase and no text make it look twice at the same place.
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
