/// What somebody looks for, as FTS5 understands it: every word has to be there, and what stands in double quotes together.
struct SearchTerm: Sendable {
    /// More would only cost.
    private static let wordLimit = 32

    /// The words, for a client to highlight.
    let words: [String]
    /// An FTS5 query; `nil` when there is no word.
    private let query: String?

    init(_ text: String) {
        var phrases: [String] = []
        // Every second part stands inside quotes.
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2) { phrases += part.split(whereSeparator: \.isWhitespace).map(String.init) } else { phrases.append(String(part)) }
        }
        // A part without a letter or digit has no token, and FTS5 finds nothing for it.
        let usable = phrases.prefix(Self.wordLimit).filter { $0.contains { $0.isLetter || $0.isNumber } }
        words = usable.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() } }
        // The NUL ends a text in SQLite; a quoted string holds anything else.
        query = usable.isEmpty ? nil : usable.map { "\"" + SearchText.spaced($0).replacing("\0", with: " ") + "\"" }.joined(separator: " ")
    }

    /// The query over some members of content. - Parameter keys: as in a search, such as `content.body`.
    func match(keys: [String]) -> String? {
        let columns = keys.compactMap { $0.split(separator: ".").last.map(String.init) }
        guard let query, !columns.isEmpty else { return nil }
        return "{\(columns.joined(separator: " "))} : (\(query))"
    }
}
