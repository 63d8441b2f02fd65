import Foundation

/// Reads lines that a person types. `readLine` of the standard library is not used. It remembers the end of input, so that one Ctrl-D would
/// answer every later question, and it cannot be stopped while it waits.
enum TerminalInput {
    enum Answer: Equatable {
        case line(String)
        /// The person typed Ctrl-D, which does not answer this question.
        case nothing
        /// The terminal is closed, so that no further question can be asked.
        case ended
        /// The question was withdrawn before the person answered it.
        case withdrawn
    }

    /// The longest line that is read, in bytes.
    static let limit = 4096

    /// Discards the text that was typed so far, so that it does not answer a later question. Call it before the question is shown, because
    /// the person may answer as soon as the question is visible.
    static func dropTyped() { tcflush(STDIN_FILENO, TCIFLUSH) }

    /// Reads a line that the person types.
    /// - Parameter isOpen: called four times a second. Reading stops when it returns false.
    static func read(while isOpen: () -> Bool) -> Answer {
        var line: [UInt8] = []
        while isOpen() {
            var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let ready = poll(&watched, 1, 250)
            if ready < 0, errno != EINTR { return .ended }
            if ready <= 0 { continue }
            var buffer = [UInt8](repeating: 0, count: 1024)
            let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            if count < 0 || (count == 0 && watched.revents & Int16(POLLHUP) != 0) { return .ended }
            if count == 0 { return .nothing }
            line += buffer.prefix(count)
            if let end = line.firstIndex(of: UInt8(ascii: "\n")) {
                return .line(String(decoding: line[..<end], as: UTF8.self).trimmingCharacters(in: .whitespaces))
            }
            if line.count > limit { return .nothing }
        }
        return .withdrawn
    }
}
