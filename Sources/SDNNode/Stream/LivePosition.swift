/// A place in the sequence of typing and presence changes, which is not stored. The sequence begins anew when the node starts.
struct LivePosition: Sendable, Hashable, CustomStringConvertible {
    /// Identifies one run of the node, in hexadecimal digits.
    let run: String
    let serial: Int64

    init(run: String, serial: Int64) {
        self.run = run
        self.serial = serial
    }

    /// Reads `<run>.<serial>`; `nil` for any other text.
    init?(_ text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...16).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ Self.digits.contains($0) }),
            let serial = parts[1].wholeNumber
        else { return nil }
        self.init(run: String(parts[0]), serial: serial)
    }

    var description: String { "\(run).\(serial)" }

    private static let digits = Set("0123456789abcdef".utf8)
}
