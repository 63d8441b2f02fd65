import Foundation
import Synchronization
import TestSupport

/// An HTTP server of a few lines on a loopback port: it records what it is asked and answers, or misbehaves, as each step says.
final class PeerServer: Sendable {
    enum Step: Sendable {
        case reply(status: Int, body: String)
        /// Bytes as they are; the connection closes behind them.
        case raw([UInt8])
        /// Says nothing until the other side gives up.
        case silence
        /// One byte after the other without an end, until the other side gives up.
        case drip
        /// A body without an end.
        case flood
        case close
    }

    struct Request: Sendable {
        let head: String
        let body: [UInt8]

        func header(_ name: String) -> String? {
            head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
        var line: String { head.components(separatedBy: "\r\n").first ?? "" }
    }

    /// The server's next answer, and the bytes that came so far.
    private final class Course: Sendable {
        private struct State {
            var steps: [Step]
            var requests: [Request] = []
            var connections = 0
        }

        private let state: Mutex<State>

        init(_ steps: [Step]) { state = Mutex(State(steps: steps)) }

        var requests: [Request] { state.withLock { $0.requests } }
        var connections: Int { state.withLock { $0.connections } }

        /// Counts a connection. - Returns: its step.
        func connect() -> Step {
            state.withLock { state in
                state.connections += 1
                return state.steps.count > 1 ? state.steps.removeFirst() : state.steps.first ?? .close
            }
        }

        func add(_ request: Request) { state.withLock { $0.requests.append(request) } }
    }

    private let listener: LoopbackListener
    private let course: Course

    /// - Parameter steps: one for each connection; the last one for all that follow.
    init(_ steps: Step...) throws {
        let course = Course(steps)
        self.course = course
        listener = try LoopbackListener { peer in
            let step = course.connect()
            Thread.detachNewThread {
                Self.answer(peer, step, course)
                peer.close()
            }
        }
    }

    var port: UInt16 { UInt16(clamping: listener.port) }
    var requests: [Request] { course.requests }
    var connections: Int { course.connections }

    func stop() { listener.stop() }

    private static func answer(_ peer: LoopbackConnection, _ step: Step, _ course: Course) {
        guard let request = read(peer) else { return }
        course.add(request)
        switch step {
        case .reply(let status, let body):
            let head = [
                "HTTP/1.1 \(status) Status", "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
                "Connection: close",
            ]
            peer.send((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
        case .raw(let bytes): peer.send(bytes)
        // Waits for the peer, not for a time.
        case .silence: peer.waitForEnd()
        case .drip:
            peer.send("HTTP/1.1 200 OK\r\n\r\n".utf8)
            while peer.send([0x20]), !peer.hasInput(within: 20) {}
        case .flood:
            peer.send("HTTP/1.1 200 OK\r\n\r\n".utf8)
            while peer.send([UInt8](repeating: 0x20, count: 4096)) {}
        case .close: break
        }
    }

    private static func read(_ peer: LoopbackConnection) -> Request? {
        var bytes: [UInt8] = []
        let mark = Array("\r\n\r\n".utf8)
        while let more = peer.receive() {
            bytes += more
            guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else { continue }
            let head = String(decoding: bytes[..<end], as: UTF8.self)
            let body = Array(bytes[(end + 4)...])
            let request = Request(head: head, body: body)
            if body.count >= request.header("Content-Length").flatMap({ Int($0) }) ?? 0 { return request }
        }
        return nil
    }
}
