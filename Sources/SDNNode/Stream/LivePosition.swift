/// A place in the sequence of what is not kept: typing and presence. The sequence begins anew whenever the node starts.
struct LivePosition: Sendable, Hashable, CustomStringConvertible {
    /// Tells one start of the node from another: hexadecimal digits.
    let run: String
    let serial: Int64

    init(run: String, serial: Int64) {
        self.run = run
        self.serial = serial
    }

    /// Reads `<run>.<serial>`; `nil` for another text.
    init?(_ text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...16).contains(parts[0].utf8.count), parts[0].utf8.allSatisfy({ Self.digits.contains($0) }),
            let serial = parts[1].wholeNumber
        else { return nil }
        self.init(run: String(parts[0]), serial: serial)
    }

    var description: String { "\(run).\(serial)" }

    private static let digits = Set("0123456789abcdef".utf8)
}
