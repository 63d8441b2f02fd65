import Foundation
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The deadline of calls between servers")
struct PeerDeadlineTests {
    @Test(
        "attack 57: a call to another server ends at its deadline, so that a wallet's step does not wait for ever",
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
        #expect(ContinuousClock.now - start < .seconds(20), "long before the timeout for silence")
        #expect(URLSessionTransport().deadline == .seconds(60))
    }
}
