import Foundation

/// Looks for the JSON text of events and messages in a file that SQLite cannot read. In a sealed store no such text stands anywhere.
enum BareText {
    private static let marks = ["\"event_id\":", "\"msgtype\":", "\"content\":"].map { Data($0.utf8) }

    /// Whether such text stands in a file, or in the log or the journal beside it.
    static func stands(in file: URL) -> Bool { ["", "-wal", "-journal"].contains { isIn(file.path + $0) } }

    /// A piece at a time, because a store may be large.
    private static func isIn(_ path: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? handle.close() }
        var end = Data()
        while let piece = try? handle.read(upToCount: 1 << 20), !piece.isEmpty {
            let text = end + piece
            if marks.contains(where: { text.range(of: $0) != nil }) { return true }
            // A mark may stand on both sides of the border.
            end = Data(text.suffix(16))
        }
        return false
    }
}
