import TestSupport

extension SeededGenerator {
    /// A text of scalars that are hard on parsers: delimiters, controls, combining marks, letters of several lengths in UTF-8.
    mutating func text(
        _ length: ClosedRange<Int>,
        of alphabet: String = "aZ09 .-_~%+&=?#/:\"\\{}[],'\n\r\t\u{0}ée\u{301}漢😀\u{202E}\u{200B}"
    ) -> String {
        let scalars = Array(alphabet.unicodeScalars)
        var result = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: length, using: &self) {
            result.append(scalars[Int.random(in: scalars.indices, using: &self)])
        }
        return String(result)
    }
}
