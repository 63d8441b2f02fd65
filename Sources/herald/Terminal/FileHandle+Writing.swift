import Foundation

extension FileHandle {
    /// Writes a text to an output of this program, and ignores an error.
    ///
    /// The reader of an output may have ended, or its disk may be full. `write(_:)` would then end the program, and with it a server that
    /// could go on without the output.
    func writeIfPossible(_ text: String) { writeIfPossible(Array(text.utf8)) }

    /// Writes bytes to an output of this program, and ignores an error.
    func writeIfPossible(_ bytes: [UInt8]) { try? write(contentsOf: Data(bytes)) }
}
