import Logging
import Synchronization
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The operator's and the peers' token")
struct TokenTests {
    @Test(
        "attack 26: the servers do not start with a guessable token, and the error says how to make one without quoting it",
        arguments: [
            "let-me-in", "", "0123456789abcdef0123456789abcde", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "short-but-not-that-ba",
            "0101010101010101010101010101010101010101", "a token with an ü in it and so on",
        ])
    func weak(token: String) async throws {
        for isOperator in [true, false] {
            var configuration = ServicesConfiguration()
            if isOperator {
                configuration.operatorToken = ServiceSecret(token)
            } else {
                configuration.peerToken = ServiceSecret(token)
            }
            await #expect {
                _ = try await ServicesAssembly(
                    configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            } throws: { error in
                guard let error = error as? ServicesError, error.code == .configuration else { return false }
                return error.field == (isOperator ? "operatorToken" : "peerToken")
                    && (token.isEmpty || !"\(error)".contains(token))
                    && (error.reason.contains("openssl rand -hex 16") || token.contains("ü"))
            }
        }
    }

    @Test(
        "attack 26: tokens of 128 bits are accepted",
        arguments: ["00112233445566778899aabbccddeeff", "Zm9vYmFyYmF6cXV4MTIzND", "operator-of-the-flow-tests"])
    func strong(token: String) throws {
        try ServiceSecret(token).requireTokenStrength("operatorToken", variable: "X")
    }

    private final class Pauses: Sendable {
        let waits = Mutex<[Duration]>([])
    }

    private func request(_ token: String?, _ address: String = "203.0.113.9") -> ServiceRequest {
        ServiceRequest(
            method: "POST", path: "/", authorization: token.map { "Bearer \($0)" }, origin: .network(address))
    }

    @Test(
        "attack 26: wrong tokens of one address, and not of others, are answered ever more slowly until time has passed"
    )
    func guesses() async {
        let (pauses, uptime) = (Pauses(), StoppedClock(Duration.seconds(1_000)))
        let guesses = TokenGuesses(
            uptime: { uptime.now }, pause: { time in pauses.waits.withLock { $0.append(time) } })
        for _ in 0..<12 { await guesses.slow(request("wrong")) }
        #expect(pauses.waits.withLock { $0 } == [125, 250, 500, 1_000, 2_000, 4_000, 4_000].map { .milliseconds($0) })
        await guesses.slow(request("wrong", "203.0.113.10"))
        await guesses.slow(request(nil))
        #expect(pauses.waits.withLock(\.count) == 7)
        uptime.advance(by: TokenGuesses.memory)
        await guesses.slow(request("wrong"))
        #expect(pauses.waits.withLock(\.count) == 7)
    }

    @Test("attack 26: the right token is accepted at once while others guess, and is not limited")
    func right() async throws {
        let world = try await CoreWorld { configuration in
            configuration.limits.requests = .init(burst: 4, perSecond: 0.001)
            configuration.uptime = { .zero }
        }
        let path = "/tas/api/v1/request-enroll-tas"
        for _ in 0..<4 { #expect(await world.post(path, Array("{}".utf8), token: "a-wrong-one").code == "9401") }
        // A stranger's limit is used up, guesses included.
        #expect(await world.post(path, Array("{}".utf8), token: "a-wrong-one").code == "9429")
        #expect(await world.post(path, Array(#"{"id":"1"}"#.utf8), token: CoreWorld.operatorToken).status != 429)
        #expect(await world.post(path, Array(#"{"id":"1"}"#.utf8), token: CoreWorld.operatorToken).code != "9401")
    }
}
