import Foundation
import Synchronization

/// An HTTP server of a few lines on a loopback port: it records what it is asked and answers, or misbehaves, as each step says.
///
/// `@unchecked Sendable`: `state` is behind its lock, the rest is set in `init` and never again.
final class PeerServer: @unchecked Sendable {
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

    private struct State {
        var steps: [Step]
        var requests: [Request] = []
        var connections = 0
    }

    let port: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    /// - Parameter steps: one for each connection; the last one for all that follow.
    init(_ steps: Step...) throws {
        state = Mutex(State(steps: steps))
        #if canImport(Darwin)
        listener = socket(AF_INET, SOCK_STREAM, 0)
        var address: [UInt8] = [16, UInt8(AF_INET), 0, 0, 127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        #else
        // 1 is SOCK_STREAM, whose type differs between the C libraries of Linux.
        listener = socket(AF_INET, 1, 0)
        var address: [UInt8] = [UInt8(AF_INET), 0, 0, 0, 127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        #endif
        var length = socklen_t(address.count)
        let listener = listener
        let isListening = address.withUnsafeMutableBytes { bytes -> Bool in
            guard let base = bytes.baseAddress else { return false }
            let pointer = base.assumingMemoryBound(to: sockaddr.self)
            return bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
                && getsockname(listener, pointer, &length) == 0
        }
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(address[2]) << 8 | UInt16(address[3])
        Thread.detachNewThread { [self] in serve() }
    }

    deinit { close(listener) }

    func stop() { shutdown(listener, 2) }

    var requests: [Request] { state.withLock { $0.requests } }
    var connections: Int { state.withLock { $0.connections } }

    private func serve() {
        while true {
            let peer = accept(listener, nil, nil)
            guard peer >= 0 else { return }
            let step = state.withLock { state -> Step in
                state.connections += 1
                return state.steps.count > 1 ? state.steps.removeFirst() : state.steps.first ?? .close
            }
            Thread.detachNewThread { [self] in
                answer(peer, step)
                close(peer)
            }
        }
    }

    private func answer(_ peer: Int32, _ step: Step) {
        guard let request = Self.read(peer) else { return }
        state.withLock { $0.requests.append(request) }
        switch step {
        case .reply(let status, let body):
            Self.write(
                peer,
                "HTTP/1.1 \(status) Status\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
                    + body)
        case .raw(let bytes): _ = Self.write(peer, bytes)
        case .silence: Self.waitForEnd(peer)
        case .drip:
            _ = Self.write(peer, Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
            while Self.write(peer, [0x20]), !Self.hasEnded(peer, within: 20) {}
        case .flood:
            _ = Self.write(peer, Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
            while Self.write(peer, [UInt8](repeating: 0x20, count: 4096)) {}
        case .close: break
        }
    }

    /// Waits for the other side, not for a time: returns when it closes.
    private static func waitForEnd(_ peer: Int32) {
        var byte: UInt8 = 0
        while recv(peer, &byte, 1, 0) > 0 {}
    }

    private static func hasEnded(_ peer: Int32, within milliseconds: Int32) -> Bool {
        var poller = pollfd(fd: peer, events: Int16(POLLIN), revents: 0)
        return poll(&poller, 1, milliseconds) > 0
    }

    private static func read(_ peer: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let mark = Array("\r\n\r\n".utf8)
        while true {
            let count = recv(peer, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
            let text = bytes.indices.first { bytes[$0...].starts(with: mark) }
            guard let end = text else { continue }
            let head = String(decoding: bytes[..<end], as: UTF8.self)
            let body = Array(bytes[(end + 4)...])
            let request = Request(head: head, body: body)
            if body.count >= request.header("Content-Length").flatMap({ Int($0) }) ?? 0 { return request }
        }
    }

    private static func write(_ peer: Int32, _ text: String) { _ = write(peer, Array(text.utf8)) }

    private static func write(_ peer: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
            let count = rest.withUnsafeBytes { send(peer, $0.baseAddress, $0.count, 0) }
            #else
            // A closed connection is a result here, not a signal that ends the tests.
            let count = rest.withUnsafeBytes { send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            #endif
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
