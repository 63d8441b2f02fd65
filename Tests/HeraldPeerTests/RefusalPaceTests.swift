import NIOCore
import Testing
@testable import HeraldPeer

@Suite("Delays of refusals", .timeLimit(.minutes(10)))
struct RefusalPaceTests {
    @Test("attack 81: an address over its limit of refusals waits for each one, and other addresses do not")
    func pace() {
        let pace = RefusalPace(
            limits: RefusalLimits(perSecond: 10, atOnce: 3, longest: .milliseconds(250), heldPerAddress: 4))
        let now = NIODeadline.now()
        #expect((0..<3).map { _ in pace.count("a", now: now) } == [.now, .now, .now])
        #expect(pace.count("a", now: now) == .after(.milliseconds(100)))
        #expect(pace.count("a", now: now) == .after(.milliseconds(200)))
        // No longer than the longest, and what was asked for meanwhile is not owed for ever.
        #expect(pace.count("a", now: now) == .after(.milliseconds(250)))
        #expect(pace.count("a", now: now) == .after(.milliseconds(250)))
        #expect(pace.count("a", now: now) == .never)
        #expect(pace.count("b", now: now) == .now)

        pace.release("a")
        #expect(pace.count("a", now: now + .milliseconds(200)) == .after(.milliseconds(150)))
        let later = now + .seconds(10)
        for _ in 0..<4 { pace.release("a") }
        #expect((0..<3).map { _ in pace.count("a", now: later) } == [.now, .now, .now])
        #expect(pace.count("a", now: later) == .after(.milliseconds(100)))
    }

    @Test(
        "attack 81: a limited number of refusals is delayed for all clients, and connections that come too fast are refused"
    )
    func all() {
        let pace = RefusalPace(limits: RefusalLimits(perSecond: 10, atOnce: 1, heldPerAddress: 2, held: 3))
        let now = NIODeadline.now()
        func answers(_ key: String) -> Int { (0..<4).map { _ in pace.count(key, now: now) }.count { $0 == .never } }
        #expect((answers("a"), answers("b"), answers("c")) == (1, 2, 3))
        let arrivals = RefusalPace(limits: RefusalLimits(perSecond: 1, atOnce: 2))
        #expect((0..<4).map { _ in arrivals.isInTime("a") } == [true, true, false, false])
        #expect(arrivals.isInTime("b"))
        // A caller may configure no limit.
        let boundless = RefusalPace(limits: RefusalLimits(perSecond: 1, atOnce: .max))
        #expect((0..<1_000).allSatisfy { _ in boundless.count("a", now: now) == .now })
    }

    @Test(
        "attack 81: a delayed refusal arrives whole and in order, and a client that disconnects frees its place"
    )
    func held() async throws {
        var limits = HTTPListener.Limits(bodyDeadline: .seconds(30))
        limits.refusals = RefusalLimits(perSecond: 20, atOnce: 1, longest: .seconds(60), heldPerAddress: 2)
        try await TestPeer.with(limits) { listener in
            let nothing = "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"
            let socket = try TestSocket(port: listener.port)
            socket.write(nothing + nothing + "GET /1 HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try (0..<3).map { _ in try socket.read().status } == [404, 404, 200])
            for _ in 0..<3 {
                let leaving = try TestSocket(port: listener.port)
                leaving.write(nothing)
            }
            // The places of those who have gone are free again, so that this one is not closed for want of one.
            var status = 0
            while status == 0 {
                let socket = try TestSocket(port: listener.port)
                socket.write(nothing)
                status = (try? socket.read().status) ?? 0
            }
            #expect(status == 404)
        }
    }
}
