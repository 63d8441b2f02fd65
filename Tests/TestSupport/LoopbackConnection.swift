import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A TCP connection on loopback, with blocking reads and writes. One thread uses it, and any thread may end it.
package final class LoopbackConnection: Sendable {
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

    /// - Throws: `POSIXError` if nobody listens on the port.
    package static func connect(to port: Int) throws -> LoopbackConnection {
        let descriptor = socket(AF_INET, LoopbackListener.stream, 0)
        guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
        let connection = LoopbackConnection(descriptor)
        guard LoopbackListener.withAddress(port, { systemConnect(descriptor, $0, $1) == 0 }) else {
            throw POSIXError(.ECONNREFUSED)
        }
        return connection
    }

    /// Returns the bytes that have arrived, or `nil` at the end of the connection.
    package func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Sends all bytes. Returns false if the peer accepts no more.
    @discardableResult
    package func send(_ bytes: some Collection<UInt8>) -> Bool {
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

    /// True if bytes, or the end of the connection, arrive within this time.
    package func hasInput(within milliseconds: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, milliseconds) > 0
    }

    /// Waits until the peer has closed the connection.
    package func waitForEnd() {
        while receive() != nil {}
    }

    /// Ends a read or write that blocks the connection's thread.
    package func end() {
        isOpen.withLock { if $0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    /// Closes the connection in the normal way.
    package func close() {
        isOpen.withLock { isOpen in
            if isOpen { _ = systemClose(descriptor) }
            isOpen = false
        }
    }

    /// Closes the connection as the system does for a killed program: bytes on their way are lost, and the peer receives a reset.
    package func reset() {
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
