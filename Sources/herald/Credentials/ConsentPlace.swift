#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The place where a command asks a person to agree.
enum ConsentPlace: Sendable {
    /// Standard input, which is a terminal. The text is written to standard output or standard error.
    case standardInput
    /// The terminal of the process. Standard input is a pipe or a file, which may contain an offer or a PIN but no answers.
    case terminal(ConsentTerminal)

    /// Finds the place.
    /// - Parameter opening: opens the terminal of the process. Defaults to opening `/dev/tty`.
    /// - Returns: `nil` if the process has no terminal, as in a job of a CI system. Then there is nobody to ask.
    static func find(opening: () -> ConsentTerminal? = { ConsentTerminal.ofProcess() }) -> ConsentPlace? {
        if isatty(STDIN_FILENO) == 1 { return .standardInput }
        guard let terminal = opening() else { return nil }
        return .terminal(terminal)
    }

    /// The width of the terminal that shows the text, in columns.
    var width: Int {
        switch self {
        case .standardInput: WrappedText.terminalWidth
        case .terminal(let terminal): terminal.width
        }
    }
}

/// An open terminal, to which a question is written and from which the answer is read.
final class ConsentTerminal: Sendable {
    private let descriptor: Int32

    /// Creates the terminal.
    /// - Parameter descriptor: is open for reading and writing. It is closed together with this object.
    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens the controlling terminal of the process. Returns `nil` if the process has none.
    static func ofProcess() -> ConsentTerminal? {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        return descriptor < 0 ? nil : ConsentTerminal(descriptor: descriptor)
    }

    var width: Int { WrappedText.width(of: descriptor) }

    /// Writes a text. If the terminal is gone, the text is lost, and no answer will come.
    func show(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads a line, without its end. Returns `nil` if the terminal is gone or the person typed Ctrl-D.
    func line() -> String? {
        var bytes: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }
}
