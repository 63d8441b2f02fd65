/// Makes received text safe for errors and logs: one line of printable ASCII, at most 160 characters.
enum PrintableText {
    static func of(_ text: String?) -> String {
        guard let text else { return "no text" }
        return String(text.unicodeScalars.prefix(160).map { (0x20...0x7E).contains($0.value) ? Character($0) : " " })
    }
}
