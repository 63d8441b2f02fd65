/// SplitMix64: a failing random test can be run again with its seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }

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
