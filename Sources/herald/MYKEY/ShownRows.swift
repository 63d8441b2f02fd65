/// How many rows of a terminal a stranger's text gets before a question: what a stranger wrote must not push what this program says out of
/// sight. The rest is shown on request.
struct ShownRows: Sendable {
    /// Rows of one value, such as a name or a URL. Defaults to 6.
    var value = 6
    /// Rows of one text, such as a message to be signed, and of all details of a request together. Defaults to 24.
    var text = 24

    /// Everything, for somebody who asked for it.
    static let all = ShownRows(value: .max, text: .max)

    /// The first and the last rows.
    /// - Parameter start: what the row that stands for the others begins with.
    func cut(_ rows: [String], to limit: Int, start: String = "") -> [String] {
        guard limit >= 3, rows.count > limit else { return rows }
        let head = limit * 2 / 3
        let tail = limit - head - 1
        return rows.prefix(head) + ["\(start)… \(rows.count - head - tail) rows left out, type all to read them …"] + rows.suffix(tail)
    }

    /// A host in so many columns: its end, since whose it is stands there.
    static func host(_ text: String, columns: Int) -> String {
        guard text.unicodeScalars.count > columns else { return text }
        return "…" + String(String.UnicodeScalarView(text.unicodeScalars.suffix(max(8, columns - 2))))
    }
}
