import Foundation
import Testing

@testable import OpenDIDServices

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Takes connections and never says a word.
final class SilentServer: Sendable {
    let url: String
    private let listener: Int32

    init() throws {
        #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        listener = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard listener >= 0, isBound, listen(listener, 8) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    deinit { close(listener) }
}

@Suite("How long a server waits for another")
struct PeerDeadlineTests {
    @Test(
        "attack 57: a call to another server ends with its deadline, so that a wallet's step does not wait for ever",
        .timeLimit(.minutes(10)))
    func deadline() async throws {
        let server = try SilentServer()
        var transport = URLSessionTransport()
        transport.deadline = .milliseconds(200)
        let ready = transport
        let start = ContinuousClock.now
        await #expect(throws: (any Error).self) {
            _ = try await ready.send(ServiceRequest(method: "GET", path: "/"), to: server.url)
        }
        #expect(ContinuousClock.now - start < .seconds(20), "long before the patience with silence ends")
        #expect(URLSessionTransport().deadline == .seconds(60))
    }
}
