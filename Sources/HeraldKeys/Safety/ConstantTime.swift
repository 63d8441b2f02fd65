/// Comparison whose duration does not depend on where two secrets differ.
public enum ConstantTime {
    /// Returns true when both contain the same bytes. The duration depends only on the lengths, which are not secret.
    @inline(never)
    public static func equals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(a, b) { difference |= left ^ right }
        return difference == 0
    }
}
