import HeraldLocks
import SDNValues
import SDNWire

/// Counts the work of a client, and reports it to the app's sink. Messages have no text that comes from the node, a user or a URL.
package final class Telemetry: Sendable {
    private let sink: (any MXLogSink)?
    private let minimumLevel: MXLogEntry.Level
    private static let sync = Endpoints.sync.name
    private let counted = Mutex(MXCounters())

    package init(_ sink: (any MXLogSink)?) {
        self.sink = sink
        minimumLevel = sink?.minimumLevel ?? .error
    }

    package var counters: MXCounters { counted.withLock { $0 } }

    /// Reports an entry. The message is made only if the sink wants it.
    package func log(_ level: MXLogEntry.Level, _ category: MXLogEntry.Category, _ message: @autoclosure () -> String) {
        guard let sink, level >= minimumLevel else { return }
        sink.log(MXLogEntry(level, category, message()))
    }

    /// Notes that a request is sent.
    /// - Parameter tries: the number of tries of the call with this one.
    func sends(bytes: Int, tries: Int) {
        counted.withLock { counted in
            counted.requests += 1
            counted.bytesSent += bytes
            if tries > 1 { counted.retries += 1 }
        }
    }

    /// Notes an answer of any status.
    func receives(_ endpoint: String, status: Int, bytes: Int, after time: Duration) {
        let isSync = endpoint == Self.sync && (200..<300).contains(status)
        counted.withLock { counted in
            counted.bytesReceived += bytes
            guard isSync else { return }
            counted.syncs += 1
            counted.largestSync = max(counted.largestSync, bytes)
        }
        log(.debug, .requests, "\(endpoint): status \(status), \(bytes) bytes, \(Self.milliseconds(time)) ms")
    }

    /// Notes that a call is repeated after an error.
    func repeats(_ endpoint: String, after error: any Error, pause: Duration) {
        log(.warning, .requests, "\(endpoint): \(Self.kind(error)), again in \(Self.milliseconds(pause)) ms")
    }

    /// Notes that a call has failed.
    func fails(_ endpoint: String, _ error: any Error) {
        if error is CancellationError { return }
        counted.withLock { $0.failures += 1 }
        let level: MXLogEntry.Level = error is MXError ? .warning : .error
        log(level, .requests, "\(endpoint): \(Self.kind(error))")
    }

    /// Notes that the rooms can be listed. Only the first call counts.
    package func listsRooms(after time: Duration) {
        let isFirst = counted.withLock { counted in
            guard counted.timeToFirstRoomList == nil else { return false }
            counted.timeToFirstRoomList = time
            return true
        }
        if isFirst { log(.info, .session, "the rooms can be listed after \(Self.milliseconds(time)) ms") }
    }

    /// Returns the code of an error, and never its sentence, which may come from the node or an app.
    private static func kind(_ error: any Error) -> String {
        switch error {
        case let error as MXError:
            "refused with \(LoggedCode.of(error))" + (error.httpStatus.map { " and status \($0)" } ?? "")
        case let error as SDNSDKError: "failed with \(LoggedCode.of(error))"
        default: "failed with an error of the transport"
        }
    }

    private static func milliseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds.multipliedReportingOverflow(by: 1_000).partialValue + attoseconds / 1_000_000_000_000_000
    }
}
