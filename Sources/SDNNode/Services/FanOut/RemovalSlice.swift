/// The rows and bytes that one write may take away, so that others' writes have their turn in between.
struct RemovalSlice {
    /// The most rows that one write takes away.
    static let rowsPerWrite = 100
    /// The most bytes that one write takes away. A first row goes whatever its size.
    static let bytesPerWrite = 1 << 20

    /// The rows that may still go.
    private(set) var rows = RemovalSlice.rowsPerWrite
    private var bytes = RemovalSlice.bytesPerWrite

    var hasRoom: Bool { rows > 0 && bytes > 0 }

    /// Counts one row that is to go. - Returns: whether there is room for it.
    mutating func takes(bytes count: Int) -> Bool {
        let isFirst = rows == RemovalSlice.rowsPerWrite
        guard rows > 0, count <= bytes || isFirst else { return false }
        rows -= 1
        bytes -= count
        return true
    }

    /// Counts rows that are gone. Each of them is small.
    mutating func took(rows count: Int) { rows -= count }
}
