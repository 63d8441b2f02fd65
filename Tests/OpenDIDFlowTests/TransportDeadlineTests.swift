import Foundation
import OpenDIDWallet
import OpenDID_DataModel
import TestSupport
import Testing

@Suite("The deadline of a wallet's calls")
struct TransportDeadlineTests {
    @Test(
        "attack 57: an exchange ends at its deadline, however long the wallet's timeout for silence is",
        .timeLimit(.minutes(10)))
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
