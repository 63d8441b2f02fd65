import Foundation
import Synchronization

/// A simulated person at the wallet's terminal. It reads what the wallet shows, and types yes.
final class DemoPerson: Sendable {
    /// The wallet's standard input. It is a terminal, because the wallet does not ask for consent if the input is a pipe.
    let keyboard: FileHandle
    /// The wallet's standard error.
    let screen = Pipe()
    private let master: Int32
    private let screens = Mutex<[String]>([])

    /// Creates the person with a pseudo-terminal.
    /// - Throws: ``DemoError`` if the system provides no pseudo-terminal.
    init() throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        guard openpty(&ends.master, &ends.slave, nil, nil, nil) == 0 else {
            throw DemoError("there is no pseudo-terminal")
        }
        master = ends.master
        keyboard = FileHandle(fileDescriptor: ends.slave, closeOnDealloc: true)
        let (screen, master) = (screen.fileHandleForReading, master)
        Thread.detachNewThread { [weak self] in
            var shown = ""
            while true {
                let data = screen.availableData
                if data.isEmpty { break }
                shown += String(decoding: data, as: UTF8.self)
                guard shown.hasSuffix(TerminalPerson.question) else { continue }
                self?.screens.withLock { $0.append(shown) }
                shown = ""
                let answer = Array("yes\n".utf8)
                _ = write(master, answer, answer.count)
            }
        }
    }

    deinit { close(master) }

    /// Returns the recorded contents of the screen, one record for each time when the person typed yes, and deletes the records.
    func takeScreens() -> [String] {
        screens.withLock { screens in
            defer { screens = [] }
            return screens
        }
    }
}
