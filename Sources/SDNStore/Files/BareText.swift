import Foundation

/// Searches for the JSON text of events and messages in a file that SQLite cannot read. An encrypted store contains no such text.
enum BareText {
    private static let marks = ["\"event_id\":", "\"msgtype\":", "\"content\":"].map { Data($0.utf8) }

    /// Returns true when a file, or the log or journal beside it, contains such text.
    static func stands(in file: URL) -> Bool { ["", "-wal", "-journal"].contains { isIn(file.path + $0) } }

    /// Searches one file, a piece at a time, because a store may be large.
    private static func isIn(_ path: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? handle.close() }
        var end = Data()
        while let piece = try? handle.read(upToCount: 1 << 20), !piece.isEmpty {
            let text = end + piece
            if marks.contains(where: { text.range(of: $0) != nil }) { return true }
            // The end of a piece is searched again together with the next piece, because a searched text may lie across the border between
            // the two.
            end = Data(text.suffix(16))
        }
        return false
    }
}
