/// A search term for FTS5. Every word must occur, and words in double quotes must occur next to each other.
struct SearchTerm: Sendable {
    /// The most words that are used, also inside quotes. A character of a script without spaces counts as a word, because it is one in the index. SQLite
    /// needs memory and time for each word, however often it occurs.
    private static let wordLimit = 32
    /// The longest term.
    static let byteLimit = 1 << 10

    /// The words, for a client to highlight.
    let words: [String]
    /// The FTS5 query; `nil` if there is no word.
    private let query: String?

    init(_ text: String) {
        var phrases: [String] = []
        // Every second part is inside quotes.
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2) {
                phrases += part.split(whereSeparator: \.isWhitespace).map(String.init)
            } else {
                phrases.append(String(part))
            }
        }
        var left = Self.wordLimit, words: [String] = [], quoted: [String] = []
        // A part without a letter or digit is left out, because it has no token and FTS5 would find nothing.
        for phrase in phrases where left > 0 && phrase.contains(where: { $0.isLetter || $0.isNumber }) {
            words += phrase.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
            let start = SearchTokens.start(of: SearchText.spaced(phrase), &left)
            // U+0000 ends a text in SQLite. A quoted string can contain any other character.
            quoted.append("\"" + start.replacing("\0", with: " ") + "\"")
        }
        self.words = words
        query = quoted.isEmpty ? nil : quoted.joined(separator: " ")
    }

    /// Returns the query over some members of content.
    /// - Parameter keys: the keys of a search request, such as `content.body`.
    func match(keys: [String]) -> String? {
        let columns = keys.compactMap { $0.split(separator: ".").last.map(String.init) }
        guard let query, !columns.isEmpty else { return nil }
        return "{\(columns.joined(separator: " "))} : (\(query))"
    }
}
