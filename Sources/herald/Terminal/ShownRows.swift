/// The number of terminal rows for an untrusted text before a question. It must not push this program's own text out of sight. The rest is shown on
/// request.
struct ShownRows: Sendable {
    /// The rows of one value, such as a name or a URL. Defaults to 6.
    var value = 6
    /// The rows of one text, such as a message to be signed, and of all details of a request together. Defaults to 24.
    var text = 24

    /// No limit, for a person who asked for everything.
    static let all = ShownRows(value: .max, text: .max)

    /// Returns the first and the last rows.
    /// - Parameter start: the beginning of the row that stands for those left out.
    func cut(_ rows: [String], to limit: Int, start: String = "") -> [String] {
        guard limit >= 3, rows.count > limit else { return rows }
        let head = limit * 2 / 3
        let tail = limit - head - 1
        return rows.prefix(head) + ["\(start)… \(rows.count - head - tail) rows left out, type all to read them …"]
            + rows.suffix(tail)
    }

    /// Returns a host in at most so many columns. Its end is kept, because the end shows whose it is.
    static func host(_ text: String, columns: Int) -> String {
        guard text.unicodeScalars.count > columns else { return text }
        return "…" + String(String.UnicodeScalarView(text.unicodeScalars.suffix(max(8, columns - 2))))
    }
}
