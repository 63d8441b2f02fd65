import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A TCP connection on loopback, read and written by calls that block. One thread uses it; any may end it.
final class LoopbackConnection: Sendable {
    private let descriptor: Int32
    private let isOpen = Mutex(true)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { close() }

    static func connect(to port: Int) throws -> LoopbackConnection {
        let descriptor = socket(AF_INET, LoopbackListener.stream, 0)
        guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
        let connection = LoopbackConnection(descriptor)
        guard LoopbackListener.withAddress(port, { systemConnect(descriptor, $0, $1) == 0 }) else {
            throw POSIXError(.ECONNREFUSED)
        }
        return connection
    }

    /// What has come; `nil` when nothing comes any more.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// - Returns: whether all of it left.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                return systemSend(descriptor, rest.baseAddress, rest.count, Self.noSignal)
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Returns when the other side has gone.
    func waitForEnd() {
        while receive() != nil {}
    }

    /// Ends what the connection's thread waits for.
    func end() {
        isOpen.withLock { if $0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    /// Closes as a program does that is done.
    func close() {
        isOpen.withLock { isOpen in
            if isOpen { _ = systemClose(descriptor) }
            isOpen = false
        }
    }

    /// Closes as a system does whose program has died: what is on its way is lost, and the other side hears of a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close()
    }

    #if canImport(Glibc)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
    private static let noSignal: Int32 = 0
    #endif
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, address, size)
}
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
