import Foundation
import Synchronization
import TestSupport

/// Stands between wallet and servers, counts the exchanges that pass, and springs a trap at one of them.
///
/// It is made of plain sockets and threads: it has to act between two bytes, and must not share anything with the code under test.
final class KillProxy: Sendable {
    /// The moment of an exchange at which a process is killed.
    enum Moment: String, Sendable, CaseIterable {
        /// The request was sent, and reached nobody.
        case before
        /// The request reached the servers, which have not answered.
        case underway
        /// The servers have answered, and the answer reached nobody.
        case after
    }

    struct Trap: Sendable {
        let exchange: Int
        let moment: Moment
        let spring: @Sendable () -> Void
    }

    private struct State {
        var requests = 0
        var answers = 0
        var trap: Trap?
        var isSprung = false
        var target: UInt16 = 0
    }

    let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    init() throws {
        let opened = socket(AF_INET, Self.stream, 0)
        var address = Self.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(opened, $0, length) == 0 && getsockname(opened, $0, &length) == 0
            }
        }
        guard bound, listen(opened, 64) == 0 else { throw NoSocket() }
        listener = opened
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accepting() }
    }

    struct NoSocket: Error {}

    func point(to port: UInt16) { state.withLock { $0.target = port } }

    /// Begins to count anew.
    func arm(_ trap: Trap?) {
        state.withLock { state in
            (state.requests, state.answers, state.trap, state.isSprung) = (0, 0, trap, false)
        }
    }

    /// Lets everything pass, and remembers whether the trap was sprung.
    func disarm() { state.withLock { $0.trap = nil } }

    var requests: Int { state.withLock { $0.requests } }
    var isSprung: Bool { state.withLock { $0.isSprung } }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        Foundation.close(listener)
    }

    private func accepting() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            QuietSocket.prepare(client)
            Thread.detachNewThread { [self] in serve(client) }
        }
    }

    private func serve(_ client: Int32) {
        let server = socket(AF_INET, Self.stream, 0)
        QuietSocket.prepare(server)
        var address = Self.address(port: state.withLock { $0.target })
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if connected {
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread { [self] in
                relay(from: server, to: client, mark: ["HTTP/1.1 "], isRequest: false)
                ended.signal()
            }
            relay(from: client, to: server, mark: ["GET ", "POST "], isRequest: true)
            ended.wait()
        }
        Foundation.close(server)
        Foundation.close(client)
    }

    private func relay(from source: Int32, to target: Int32, mark: [String], isRequest: Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            let isFirst = mark.contains { buffer.starts(with: $0.utf8) }
            let trap = isFirst ? passing(isRequest) : nil
            if let trap, trap.moment != .underway { trap.spring(); break }
            var sent = 0
            while sent < count {
                let written = buffer.withUnsafeBytes {
                    send(target, $0.baseAddress?.advanced(by: sent), count - sent, Self.quietly)
                }
                guard written > 0 else { break }
                sent += written
            }
            if let trap { trap.spring(); break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    /// Counts a request or an answer; the trap, when it is this one's.
    private func passing(_ isRequest: Bool) -> Trap? {
        state.withLock { state in
            if isRequest { state.requests += 1 } else { state.answers += 1 }
            guard let trap = state.trap, !state.isSprung, isRequest == (trap.moment != .after),
                trap.exchange == (isRequest ? state.requests : state.answers)
            else { return nil }
            state.isSprung = true
            return trap
        }
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let quietly = Int32(MSG_NOSIGNAL)
    #else
    private static let stream = SOCK_STREAM
    private static let quietly: Int32 = 0
    #endif

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }
}
