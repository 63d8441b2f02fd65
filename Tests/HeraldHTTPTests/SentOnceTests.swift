#if os(Linux)
import Foundation
import HeraldHTTP
import Testing

@Suite("Requests that are sent once")
struct SentOnceTests {
    // In a process of its own: what else goes on in one shares its connections, and takes the place of those that are kept.
    @Test("a POST on a kept connection that closes without an answer arrives once, and the connection counts as lost")
    func lostOnce() async {
        await #expect(processExitsWith: .success) {
            let client = HTTPClient(usesProxies: false)
            let server = try ScriptedServer { _, before in
                before == 1 ? .close : .answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            }
            let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
            var call = HTTPCall(
                method: "POST", url: url, body: Array("b".utf8), timeout: .seconds(20), maximumAnswerBytes: 100,
                keepsConnection: true)
            call.isSentOnce = true
            try #require(try await client.send(call).status == 200)
            var failure: HTTPFailure?
            do { _ = try await client.send(call) } catch let error as HTTPFailure { failure = error }
            try #require(failure == .connectionLost)
            try #require(server.requests.map(\.connection) == [0, 0])
            try #require(try await client.send(call).status == 200)
            // libcurl opened a connection for the second sending before it was stopped.
            try #require(server.requests.map(\.connection) == [0, 0, 2])
        }
    }
}
#endif
