import Foundation

/// Reads lines that a person types. `readLine` of the standard library remembers the end of input, so one Ctrl-D would answer every later question.
/// It also cannot stop waiting.
enum TerminalInput {
    enum Answer: Equatable {
        case line(String)
        /// Ctrl-D was typed: no answer to this question.
        case nothing
        /// The terminal is gone. Nobody can be asked any more.
        case ended
        /// The question was withdrawn before it was answered.
        case withdrawn
    }

    /// The longest line that is read, in bytes.
    static let limit = 4096

    /// Drops what was typed so far, so that it answers no later question. Call this before the question is shown, because an answer may be typed as
    /// soon as it is.
    static func dropTyped() { tcflush(STDIN_FILENO, TCIFLUSH) }

    /// Reads a line.
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
