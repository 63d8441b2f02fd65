import Foundation
import HeraldJSON
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Retries of the pipeline and their pauses")
struct TransportPatienceTests {
    @Test("a request is repeated if a proxy cannot reach the node", arguments: [502, 503, 504])
    func proxy(status: Int) async throws {
        let transport = ScriptedTransport([.answer(status, "<html>bad gateway</html>"), TransportPipelineTests.me])
        _ = try await MXRestClient.scripted(transport).whoami()
        #expect(transport.requests.count == 2)
    }

    @Test("a request is repeated if a proxy answers in JSON for its node", arguments: [502, 503, 504])
    func proxyInJSON(status: Int) async throws {
        let clock = ManualClock()
        let down = ScriptedTransport.Step.answer(status, #"{"errcode":"M_UNKNOWN","error":"upstream"}"#)
        let transport = ScriptedTransport([down, down, TransportPipelineTests.me])
        _ = try await MXRestClient.scripted(transport, clock: clock).whoami()
        #expect(transport.requests.count == 3 && clock.sleeps == [.seconds(1), .seconds(2)])
        let creation = ScriptedTransport([down, .answer(200, #"{"room_id":"!r"}"#)])
        #expect(
            await failure { try await MXRestClient.scripted(creation).createRoom(name: "x") } as? MXError == .unknown)
        #expect(creation.requests.count == 1)
    }

    @Test("a call waits as long as the node asks if that is short")
    func limited() async throws {
        let clock = ManualClock()
        let busy = #"{"errcode":"M_LIMIT_EXCEEDED","error":"slow down","retry_after_ms":1500}"#
        let transport = ScriptedTransport([.answer(429, busy), .answer(429, busy), TransportPipelineTests.me])
        _ = try await MXRestClient.scripted(transport, clock: clock).whoami()
        #expect(clock.sleeps == [.milliseconds(1500), .milliseconds(1500)])

        let header = ScriptedTransport([
            .answer(429, #"{"errcode":"M_LIMIT_EXCEEDED","error":""}"#, headers: ["retry-after": "2"]),
            TransportPipelineTests.me,
        ])
        _ = try await MXRestClient.scripted(header, clock: clock).whoami()
        #expect(clock.sleeps.last == .seconds(2))
    }

    @Test(
        "a rate limit in a proxy's own page counts like the node's",
        arguments: [("3", .seconds(3)), (nil, .seconds(5))] as [(String?, Duration)])
    func limitedByProxy(header: String?, wait: Duration) async throws {
        let clock = ManualClock()
        let page = ScriptedTransport.Step.answer(
            429, "<html>slow down</html>", headers: header.map { ["retry-after": $0] } ?? [:])
        let transport = ScriptedTransport([page, TransportPipelineTests.me])
        _ = try await MXRestClient.scripted(transport, clock: clock).whoami()
        #expect(clock.sleeps == [wait])
        let error =
            await failure {
                try await MXRestClient.scripted(ScriptedTransport([page])).perform(
                    Endpoints.whoami, NoInput(), retry: .once)
            } as? MXError
        #expect(
            error == .limitExceeded && error?.httpStatus == 429
                && error?.retryAfter == header.map { _ in .seconds(3) })
    }

    @Test("a call waits five seconds if the node does not say for how long to wait")
    func unsaid() async throws {
        let clock = ManualClock()
        let transport = ScriptedTransport([
            .answer(429, #"{"errcode":"M_LIMIT_EXCEEDED","error":""}"#), TransportPipelineTests.me,
        ])
        _ = try await MXRestClient.scripted(transport, clock: clock).whoami()
        #expect(clock.sleeps == [.seconds(5)])
    }

    @Test(
        "a call does not wait twenty seconds, and retries at most three times",
        arguments: [("20000", 1), ("9223372036854775807", 1), ("-1", 1), ("9000", 4)])
    func patience(wait: String, requests: Int) async {
        let busy = "{\"errcode\":\"M_LIMIT_EXCEEDED\",\"error\":\"\",\"retry_after_ms\":\(wait)}"
        let transport = ScriptedTransport(Array(repeating: .answer(429, busy), count: 50))
        let error = await failure { try await MXRestClient.scripted(transport).whoami() } as? MXError
        #expect(error == .limitExceeded)
        #expect(transport.requests.count == requests)
    }

    @Test("a room is not created twice: only a request that was never sent is repeated")
    func notTwice() async throws {
        let lost = ScriptedTransport([TransportPipelineTests.lost, .answer(200, #"{"room_id":"!r"}"#)])
        let error = await failure { try await MXRestClient.scripted(lost).createRoom(name: "x") } as? SDNSDKError
        #expect(error?.code == .connectionLost)
        #expect(lost.requests.count == 1)
        let refused = ScriptedTransport([TransportPipelineTests.unreachable, .answer(200, #"{"room_id":"!r"}"#)])
        #expect(try await MXRestClient.scripted(refused).createRoom(name: "x").roomId == "!r")
    }

    @Test("a call with one try is not repeated after a rate limit either")
    func once() async {
        for step in [
            TransportPipelineTests.unreachable,
            .answer(429, #"{"errcode":"M_LIMIT_EXCEEDED","error":"","retry_after_ms":5}"#),
        ] {
            let transport = ScriptedTransport([step, TransportPipelineTests.me])
            let error = await failure {
                try await MXRestClient.scripted(transport).perform(Endpoints.whoami, NoInput(), retry: .once)
            }
            #expect(error != nil)
            #expect(transport.requests.count == 1)
        }
    }

    @Test("a call with one try that waits for rate limits is repeated after a rate limit only")
    func onceAllowed() async throws {
        let busy = ScriptedTransport.Step.answer(
            429, #"{"errcode":"M_LIMIT_EXCEEDED","error":"","retry_after_ms":1500}"#)
        let clock = ManualClock()
        let limited = ScriptedTransport([busy, TransportPipelineTests.me])
        _ = try await MXRestClient.scripted(limited, clock: clock).perform(
            Endpoints.whoami, NoInput(), retry: .onceAllowed)
        #expect(limited.requests.count == 2 && clock.sleeps == [.milliseconds(1500)])

        let others: [ScriptedTransport.Step] = [
            TransportPipelineTests.unreachable, .answer(503, "<html>bad gateway</html>"),
            .answer(500, #"{"errcode":"M_UNKNOWN","error":""}"#),
        ]
        for step in others {
            let transport = ScriptedTransport([step, TransportPipelineTests.me])
            let error = await failure {
                try await MXRestClient.scripted(transport).perform(Endpoints.whoami, NoInput(), retry: .onceAllowed)
            }
            #expect(error != nil && transport.requests.count == 1)
        }
    }
}
