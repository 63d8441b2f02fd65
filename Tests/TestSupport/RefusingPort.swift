import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A port at 127.0.0.1 that refuses connections. Its socket is bound, so that no other test gets the port, but does not listen.
package final class RefusingPort: Sendable {
    package let port: Int
    private let descriptor: Int32

    /// - Throws: `POSIXError` if there is no free port.
    package init() throws {
        let (descriptor, port) = try LoopbackListener.bound()
        (self.descriptor, self.port) = (descriptor, port)
    }

    deinit { _ = close(descriptor) }

    /// Returns a port that was free a moment ago, for a program that must know its port before it starts.
    package static func freePort() throws -> Int { try RefusingPort().port }
}
