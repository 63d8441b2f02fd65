import SDNWire

extension FoldedText {
    /// The words, each once, in the order of the text.
    var distinctWords: [String] {
        var seen: Set<String> = []
        return words.map(Self.text(of:)).filter { seen.insert($0).inserted }
    }

    /// Returns a word as text. Words never contain U+0000, at which SQLite would end the text.
    static func text(of word: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: word)
        return String(view)
    }
}
