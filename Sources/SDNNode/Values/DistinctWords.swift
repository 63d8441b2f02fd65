import SDNWire

extension FoldedText {
    /// The words, each once, in the order of the text.
    var distinctWords: [String] {
        var seen: Set<String> = []
        return words.map(Self.text(of:)).filter { seen.insert($0).inserted }
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
