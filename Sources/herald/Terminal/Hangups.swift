import Foundation
import UnixSignals

/// The signal SIGHUP at a server, with which operators ask programs to read their files again.
///
/// The signal ends a program that does not handle it, and no open request is finished. An operator may send it to several servers of a machine at once.
struct Hangups: Sendable {
    /// The line of a server that has no files to read again.
    static let nothing = "SIGHUP was received, and there is nothing to read again"

    private let command: String
    private let signals: UnixSignalsSequence

    /// Handles the signal from now on. Signals that arrive before ``answer(_:)`` wait for it.
    /// - Parameter command: the command, with which each line on standard error begins.
    init(at command: String) async {
        self.command = command
        signals = await UnixSignalsSequence(trapping: .sighup)
    }

    /// Does something at each signal, until the task is cancelled.
    /// - Parameter work: returns the line for standard error. Defaults to ``nothing``.
    func answer(_ work: @escaping @Sendable () -> String = { Hangups.nothing }) -> Task<Void, Never> {
        let (command, signals) = (command, signals)
        return Task {
            for await _ in signals {
                FileHandle.standardError.writeIfPossible("\(command): \(work())\n")
            }
        }
    }
}
