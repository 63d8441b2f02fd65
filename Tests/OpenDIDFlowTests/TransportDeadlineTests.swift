import Foundation
import OpenDIDWallet
import OpenDID_DataModel
import Testing

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

@Suite("How long a wallet waits")
struct TransportDeadlineTests {
    @Test(
        "attack 57: an exchange ends with its deadline, however patient the wallet is with silence",
        .timeLimit(.minutes(1)))
    func deadline() async throws {
        let server = try SilentServer()
        let transport = URLSessionServiceTransport(timeout: .seconds(600), deadline: .milliseconds(200))
        let failure = await #expect(throws: TransportFailure.self) {
            _ = try await transport.send(ServiceCall(role: .gateway, method: .get, url: server.url))
        }
        #expect(failure?.kind == .timedOut)
        #expect(URLSessionServiceTransport().deadline == .seconds(300))
    }
}
