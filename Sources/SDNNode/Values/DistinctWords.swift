import SDNWire

extension FoldedText {
    /// The number of words up to which a search of a list is faster than a set.
    private static let few = 24

    /// The words, each once, in the order of the text.
    var distinctWords: [String] {
        let all = words.map(Self.text(of:))
        var distinct: [String] = []
        distinct.reserveCapacity(all.count)
        if all.count <= Self.few {
            for word in all where !distinct.contains(word) { distinct.append(word) }
        } else {
            var seen: Set<String> = []
            for word in all where seen.insert(word).inserted { distinct.append(word) }
        }
        return distinct
    }

    /// Returns a word as text. Words never contain U+0000, at which SQLite would end the text.
    static func text(of word: ArraySlice<Unicode.Scalar>) -> String {
        guard word.allSatisfy(\.isASCII) else {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: word)
            return String(view)
        }
        // Most words are ASCII, and appending scalar by scalar takes many times as long.
        return String(unsafeUninitializedCapacity: word.count) { bytes in
            for (index, scalar) in word.enumerated() { bytes[index] = UInt8(truncatingIfNeeded: scalar.value) }
            return word.count
        }
    }
}
