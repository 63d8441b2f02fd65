/// Makes a text that came from outside fit for an error and a log: one line of printable ASCII, not long.
enum PrintableText {
    static func of(_ text: String?) -> String {
        guard let text else { return "no text" }
        return String(text.unicodeScalars.prefix(160).map { (0x20...0x7E).contains($0.value) ? Character($0) : " " })
    }
}
