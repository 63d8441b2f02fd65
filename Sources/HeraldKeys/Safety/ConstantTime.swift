/// Comparison that takes the same time wherever two secrets differ.
public enum ConstantTime {
    /// Whether both hold the same bytes. The lengths are not secret; the contents are.
    @inline(never)
    public static func equals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(a, b) { difference |= left ^ right }
        return difference == 0
    }
}
