import Logging
import Synchronization
import Testing
@testable import HeraldPeer

@Suite("Log lines with metadata of requests")
struct LateLogHandlerTests {
    private final class Lines: Sendable {
        let metadata = Mutex<[Logger.Metadata]>([])
        let changes = Mutex(0)
    }

    /// Counts the changes of its metadata, and stores the metadata of each line.
    private struct Recorder: LogHandler {
        let lines: Lines
        var logLevel = Logger.Level.warning
        var metadataProvider: Logger.MetadataProvider?
        var metadata: Logger.Metadata = [:] {
            didSet { lines.changes.withLock { $0 += 1 } }
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.metadata.withLock {
                $0.append(metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 })
            }
        }
    }

    @Test func `a line has all metadata, and the writer receives none without a line`() {
        let lines = Lines()
        let provider = Logger.MetadataProvider { ["request": "r"] }
        var logger = Logger(label: "test") { _ in
            LateLogHandler(Recorder(lines: lines, metadataProvider: provider))
        }
        logger[metadataKey: "id"] = "1"
        #expect(lines.changes.withLock(\.self) == 0)
        logger.info("below the level")
        #expect(lines.changes.withLock(\.self) == 0)
        logger.warning("line", metadata: ["more": "m"])
        #expect(lines.metadata.withLock(\.self) == [["id": "1", "request": "r", "more": "m"]])
    }
}
