/// The rows and bytes that one write may delete, so that other writes run in between.
struct RemovalSlice {
    /// The most rows that one write deletes.
    static let rowsPerWrite = 100
    /// The most bytes that one write deletes. The first row is deleted whatever its size.
    static let bytesPerWrite = 1 << 20

    /// The rows that the write may still delete.
    private(set) var rows = RemovalSlice.rowsPerWrite
    private var bytes = RemovalSlice.bytesPerWrite

    var hasRoom: Bool { rows > 0 && bytes > 0 }

    /// Counts one row to delete.
    /// - Returns: true if there is room for it.
    mutating func takes(bytes count: Int) -> Bool {
        let isFirst = rows == RemovalSlice.rowsPerWrite
        guard rows > 0, count <= bytes || isFirst else { return false }
        rows -= 1
        bytes -= count
        return true
    }

    /// Counts deleted rows. Their bytes are not counted, so the rows must be small.
    mutating func took(rows count: Int) { rows -= count }
}
