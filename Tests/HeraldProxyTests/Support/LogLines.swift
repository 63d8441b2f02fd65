import Logging
import Synchronization

/// Stores the lines of a logger: the message and the metadata.
final class LogLines: Sendable {
    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = (event.metadata ?? [:]).mapValues { "\($0)" }
            lines.stored.withLock { $0.append((message: "\(event.message)", metadata: metadata)) }
        }
    }

    private let stored = Mutex<[(message: String, metadata: [String: String])]>([])

    var all: [(message: String, metadata: [String: String])] { stored.withLock(\.self) }
    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }
}
