#if os(Linux)
import Foundation
import HeraldHTTP
import Testing

@Suite("Proxies from the environment")
struct EnvironmentProxyTests {
    // In a process of its own: the environment belongs to a whole process.
    @Test("attack 58: a proxy from the environment receives no call to this machine, and receives the others")
    func thisMachine() async {
        await #expect(processExitsWith: .success) {
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
            let proxy = try ScriptedServer { _, _ in .answer(answer) }
            let server = try ScriptedServer { _, _ in .answer(answer) }
            for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { setenv(name, "http://127.0.0.1:\(proxy.port)", 1) }
            for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
            let client = HTTPClient()
            for host in ["127.0.0.1", "localhost", "LocalHost"] {
                let url = try #require(URL(string: "http://\(host):\(server.port)/"))
                let call = HTTPCall(
                    method: "GET", url: url, headers: ["Authorization": "Bearer secret"], timeout: .seconds(20),
                    maximumAnswerBytes: 100)
                try #require(try await client.send(call).status == 200)
            }
            try #require(server.requests.count == 3 && proxy.requests.isEmpty)
            let url = try #require(URL(string: "http://server.invalid/"))
            let call = HTTPCall(method: "GET", url: url, timeout: .seconds(20), maximumAnswerBytes: 100)
            try #require(try await client.send(call).status == 200)
            try #require(proxy.requests.first?.line == "GET http://server.invalid/ HTTP/1.1")
        }
    }
}
#endif
