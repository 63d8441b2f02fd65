import Foundation
import HeraldJSON
import MYKEYWire
import Synchronization
import TestSupport
import Testing

@testable import MYKEYWalletLib

@Suite("Openers")
struct OpenerTests {
    private func login(_ opener: any URLOpening) async -> Result<LoginPayload, MYKEYWalletError> {
        let session = DappSession(Fixture.configuration, opener: opener)
        return await Result { () async throws(MYKEYWalletError) in try await session.authorize(WalletRequest.Login()) }
    }

    @Test("a wallet in the same process answers, and one that does not know the scheme is not asked")
    func inProcess() async throws {
        let wallet: @Sendable (String) async -> String? = { url in
            (try? Asked(url))?.answer(result: "1", payload: Fixture.loginPayload)
        }
        #expect(try await login(InProcessOpener(wallet: wallet)).get().account == "mykeydoctest")
        #expect(await login(InProcessOpener(schemes: ["simplewallet"], wallet: wallet)).error?.code == .notInstall)
    }

    @Test(
        "a wallet in the same process that has no answer yet leaves the request pending, and withdrawing it stops the wallet"
    )
    func inProcessStops() async throws {
        let (stopped, stop) = AsyncStream<Void>.makeStream()
        let (started, start) = AsyncStream<Void>.makeStream()
        let session = DappSession(
            Fixture.configuration,
            opener: InProcessOpener { _ in
                start.yield()
                try? await ContinuousClock().sleep(for: .seconds(3600))
                stop.yield()
                return nil
            })
        let task = Task { try await session.authorize(WalletRequest.Login()) }
        for await _ in started { break }
        #expect(session.pendingCount == 1)
        task.cancel()
        for await _ in stopped { break }
        #expect(session.pendingCount == 0)
    }

    @Test("a wallet in the same process that has no answer for the dapp gives 10001, and never a wait")
    func inProcessWithoutAnswer() async {
        #expect(await login(InProcessOpener { _ in nil }).error?.code == .cannotWakeUp)
    }

    @Test("a URL can be shown instead of opened, and its answer then comes from outside")
    func printing() async throws {
        let (shown, show) = AsyncStream<String>.makeStream()
        let session = DappSession(Fixture.configuration, opener: PrintingOpener { show.yield($0) })
        let task = Task { try await session.authorize(WalletRequest.Login()) }
        for await url in shown {
            #expect(session.handle(try Asked(url).answer(result: "1", payload: Fixture.loginPayload)).isDelivered)
            break
        }
        #expect(try await task.value.account == "mykeydoctest")
    }

    #if os(Linux) || os(macOS)
    @Test("a child process finds the URL in its environment, not in its arguments, and answers on standard output")
    func childProcess() async throws {
        // Takes the id out of the callback's encoding, as a wallet would.
        let script = #"""
            case "$*" in *mykey*) exit 9;; esac
            id=$(printf %s "$MYKEY_REQUEST_URL" | sed 's/.*callBackId%3D\([0-9a-f]*\).*/\1/')
            echo "not an answer"
            echo "demoscheme://mykeywallet.mykey.org?action=login&callBackId=$id&result=2&payload={\"errorCode\":10011,\"errorMsg\":\"none\"}"
            """#
        let opener = ChildProcessOpener(executable: "/bin/sh", arguments: ["-c", script])
        let error = await login(opener).error
        #expect(error?.code == .MYKEYAccountNotExist && error?.reason == "none")
    }

    @Test("a child process that fails without an answer gives 10001, and one that does not exist gives 10002")
    func childProcessFails() async {
        #expect(
            await login(ChildProcessOpener(executable: "/bin/sh", arguments: ["-c", "exit 3"])).error?.code
                == .cannotWakeUp)
        #expect(await login(ChildProcessOpener(executable: "/nowhere/wallet")).error?.code == .notInstall)
    }

    @Test(
        "a child process that ends without an answer URL gives 10001, and never a wait",
        arguments: ["exit 0", #"echo '{"end":"returned"}'"#, "echo returned: done"])
    func childProcessWithoutAnswer(script: String) async {
        let opener = ChildProcessOpener(executable: "/bin/sh", arguments: ["-c", script])
        #expect(await login(opener).error?.code == .cannotWakeUp)
    }

    @Test("a child process is ended with its request")
    func childProcessEnds() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let mark = folder.path("mark")
        let script = "trap 'exit 1' TERM; : > \(mark); while :; do sleep 0.05; done"
        let opener = ChildProcessOpener(executable: "/bin/sh", arguments: ["-c", script])
        let task = Task { await opener.open("mykey://mykey.org/", answers: { _ in }) }
        while !FileManager.default.fileExists(atPath: mark) { await Task.yield() }
        task.cancel()
        #expect(await task.value == false)
    }
    #endif

    @Test(
        "only a loopback address is accepted for a listening wallet",
        arguments: [
            "https://127.0.0.1:80", "http://192.168.0.1:80", "http://127.0.0.1.example:80", "http://x@127.0.0.1:80",
            "http://127.0.0.1:80/x",
            "http://127.0.0.1:80?x", "mykey://mykey.org/", "", "127.0.0.1",
        ])
    func loopbackOnly(address: String) {
        #expect(throws: MYKEYWalletError.self) { try LoopbackHTTPOpener(wallet: address) }
    }

    #if os(Linux)
    private static let schemes = (status: "200 OK", body: #"{"schemes":["mykey"]}"#)

    @Test("a listening wallet receives the URL as JSON and is polled until the answer is there")
    func loopback() async throws {
        let polls = Mutex(0)
        let request = Mutex("")
        let server = try LoopbackServer { got in
            switch got.line.split(separator: " ").prefix(2).joined(separator: " ") {
            case "GET /": return Self.schemes
            case "POST /open":
                request.withLock { $0 = (try? JSONValue(parsing: got.body))?["url"]?.stringValue ?? "" }
                return ("202 Accepted", #"{"id":"t-1_A"}"#)
            case "GET /answers/t-1_A":
                let count = polls.withLock { polls in
                    polls += 1
                    return polls
                }
                guard count > 2 else { return ("204 No Content", "") }
                let url =
                    (try? Asked(request.withLock { $0 }))?.answer(result: "1", payload: Fixture.loginPayload) ?? ""
                return ("200 OK", String(decoding: JSONValue.object(["url": .string(url)]).serialized(), as: UTF8.self))
            default: return ("404 Not Found", "")
            }
        }
        defer { server.stop() }
        #expect(try await login(LoopbackHTTPOpener(wallet: server.url)).get().account == "mykeydoctest")
        #expect(
            server.requests.first { $0.line.hasPrefix("POST") }?.headers.contains("content-type: application/json")
                == true)
        #expect(polls.withLock { $0 } == 3)
    }

    @Test("a proxy from the environment receives no deep link")
    func proxies() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { _ in ("200 OK", #"{"schemes":[]}"#) }
            let wallet = try LoopbackServer { _ in ("200 OK", #"{"schemes":["mykey"]}"#) }
            for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { setenv(name, proxy.url, 1) }
            unsetenv("no_proxy")
            unsetenv("NO_PROXY")
            try #require(await LoopbackHTTPOpener(wallet: wallet.url).canOpen(scheme: "mykey"))
            try #require(proxy.requests.isEmpty && wallet.requests.count == 1)
        }
    }

    @Test("a listening wallet with an invalid answer gives 10002 or 10001, and never a wait")
    func loopbackFails() async throws {
        func outcome(
            _ open: String, _ answer: (status: String, body: String), schemes: (String, String) = Self.schemes
        ) async throws -> Int? {
            let server = try LoopbackServer { got in
                if got.line.hasPrefix("GET / ") { return schemes }
                return got.line.hasPrefix("POST") ? ("202 Accepted", open) : answer
            }
            defer { server.stop() }
            return await login(try LoopbackHTTPOpener(wallet: server.url)).error?.code.rawValue
        }
        let accepted = #"{"id":"t"}"#
        #expect(try await outcome(accepted, ("404 Not Found", "")) == 10001)
        #expect(try await outcome(accepted, ("200 OK", "{}")) == 10001)
        #expect(try await outcome(#"{"id":"../x"}"#, ("404 Not Found", "")) == 10001)
        #expect(try await outcome("", ("404 Not Found", "")) == 10001)
        #expect(try await outcome(accepted, ("404 Not Found", ""), schemes: ("200 OK", #"{"schemes":[]}"#)) == 10002)
        #expect(try await outcome(accepted, ("404 Not Found", ""), schemes: ("500 No", "")) == 10002)
        #expect(await login(try LoopbackHTTPOpener(wallet: "http://127.0.0.1:1")).error?.code == .notInstall)
    }
    #endif
}
