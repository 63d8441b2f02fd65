import Foundation

/// The terminal.
enum Screen {
    /// Shows one line. Names and messages come from other users, so characters that would control the terminal are left out.
    static func show(_ line: String) {
        let shown = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
        write(String(String.UnicodeScalarView(shown)))
    }

    /// Shows lines of the program's own.
    static func show(lines: String) { write(lines) }

    /// Writes to standard output. `write(_:)` without `contentsOf` would end the program when nothing reads the output any more.
    private static func write(_ text: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    }

    /// Returns the lines that the user types, until the end of the input. Reading blocks, so it has a thread of its own.
    static func typedLines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return lines
    }
}
