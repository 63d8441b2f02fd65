import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal for a program to read from, whose input was typed before.
final class Terminal: Sendable {
    struct Refused: Error {}

    /// The program's end of the terminal.
    let end: FileHandle
    private let master: Int32

    init(typed: String) throws {
        var master: Int32 = -1, slave: Int32 = -1
        guard openpty(&master, &slave, nil, nil, nil) == 0 else { throw Refused() }
        self.master = master
        end = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        let bytes = Array(typed.utf8)
        guard write(master, bytes, bytes.count) == bytes.count else { throw Refused() }
    }

    deinit { close(master) }
}
