import Foundation
import Synchronization
import TestSupport

/// A server on loopback that answers as a script says, bytes for bytes, one connection after the other.
final class ScriptedServer: Sendable {
    struct Request: Sendable {
        /// Counted from 0.
        let connection: Int
        let head: String
        let body: String

        var line: String { String(head.prefix { $0 != "\r" && $0 != "\r\n" }) }
    }

    enum Step: Sendable {
        case answer(String)
        /// Answers and closes the connection.
        case last(String)
        case close
        case silence
    }

    /// The connections and requests that have arrived.
    private final class Log: Sendable {
        private let state = Mutex((connections: 0, requests: [Request]()))
        var requests: [Request] { state.withLock { $0.requests } }

        /// Returns the number of a new connection.
        func connect() -> Int {
            state.withLock { state in
                state.connections += 1
                return state.connections - 1
            }
        }

        /// Returns how many requests came before this one.
        func add(_ request: Request) -> Int {
            state.withLock { state in
                state.requests.append(request)
                return state.requests.count - 1
            }
        }
    }

    private let listener: LoopbackListener
    private let log: Log

    /// - Parameter script: returns the step for a request. It also gets the number of earlier requests.
    init(_ script: @escaping @Sendable (Request, Int) -> Step) throws {
        let log = Log()
        self.log = log
        listener = try LoopbackListener { connection in
            let number = log.connect()
            Thread.detachNewThread { Self.serve(connection, number, log, script) }
        }
    }

    var port: Int { listener.port }
    var requests: [Request] { log.requests }

    func stop() { listener.stop() }

    private static func serve(
        _ connection: LoopbackConnection, _ number: Int, _ log: Log, _ script: (Request, Int) -> Step
    ) {
        defer { connection.close() }
        while let request = read(connection, number) {
            switch script(request, log.add(request)) {
            case .answer(let text): connection.send(text.utf8)
            case .last(let text):
                connection.send(text.utf8)
                return
            case .close: return
            case .silence: return connection.waitForEnd()
            }
        }
    }

    private static func read(_ connection: LoopbackConnection, _ number: Int) -> Request? {
        var bytes: [UInt8] = []
        while true {
            let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
            if parts.count > 1 {
                let body = parts.dropFirst().joined(separator: "\r\n\r\n")
                let length = parts[0].components(separatedBy: "\r\n").first {
                    $0.lowercased().hasPrefix("content-length:")
                }
                .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
                if body.utf8.count >= length ?? 0 { return Request(connection: number, head: parts[0], body: body) }
            }
            guard let more = connection.receive() else { return nil }
            bytes += more
        }
    }
}
