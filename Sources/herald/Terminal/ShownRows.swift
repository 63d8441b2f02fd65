/// The limits on the terminal rows that an untrusted text may take above a question. They ensure that the text does not push this program's
/// own text out of sight. The user can ask for the rest.
struct ShownRows: Sendable {
    /// The largest number of rows of one value, such as a name or a URL. Defaults to 6.
    var value = 6
    /// The largest number of rows of one text, such as a message to sign, and of all details of a request together. Defaults to 24.
    var text = 24

    /// No limits, for a user who asked for the whole text.
    static let all = ShownRows(value: .max, text: .max)

    /// Returns the first and the last rows of a text that is longer than a limit.
    /// - Parameter start: the beginning of the row that replaces the rows that are left out.
    func cut(_ rows: [String], to limit: Int, start: String = "") -> [String] {
        guard limit >= 3, rows.count > limit else { return rows }
        let head = limit * 2 / 3
        let tail = limit - head - 1
        return rows.prefix(head) + ["\(start)… \(rows.count - head - tail) rows left out, type all to read them …"]
            + rows.suffix(tail)
    }

    /// Returns a host name in at most the given number of columns. If it is too long, its beginning is left out, because the end shows who
    /// owns the domain.
    static func host(_ text: String, columns: Int) -> String {
        guard text.unicodeScalars.count > columns else { return text }
        return "…" + String(String.UnicodeScalarView(text.unicodeScalars.suffix(max(8, columns - 2))))
    }
}
