import Synchronization
import TestSupport
import Testing
@testable import HeraldPeer

@Suite("Readiness")
struct ReadinessTests {
    private struct Down: Error {}

    private let clock = StoppedClock(ContinuousClock.now)
    private static let forever: @Sendable (Duration) async -> Void = { _ in
        try? await Task.sleep(for: .seconds(3_600))
    }

    @Test("any number of questions ask the parts once a second")
    func cached() async {
        let asked = Tally()
        let readiness = Readiness([.init("database") { asked.add() }], clock: clock.read, pause: Self.forever)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { #expect(await readiness.report().failing == []) } }
        }
        #expect(asked.count == 1)
        clock.advance(by: Readiness.lifetime)
        #expect(await readiness.report().failing == [])
        #expect(asked.count == 2)
    }

    @Test("a part that fails is named until it answers again")
    func failing() async {
        let isDown = Mutex(true)
        let readiness = Readiness(
            [.init("database") {}, .init("registry") { if isDown.withLock(\.self) { throw Down() } }],
            clock: clock.read, pause: Self.forever)
        #expect(await readiness.report().failing == ["registry"])
        isDown.withLock { $0 = false }
        #expect(await readiness.report().failing == ["registry"])
        clock.advance(by: Readiness.lifetime)
        #expect(await readiness.report().failing == [])
    }

    @Test("a part that hangs counts as failed, and is not asked again before it has answered")
    func hanging() async {
        let asked = Tally()
        let (held, release) = AsyncStream<Void>.makeStream(), (ended, end) = AsyncStream<Void>.makeStream()
        let readiness = Readiness(
            [
                .init("database") {
                    asked.add()
                    for await _ in held {}
                    end.finish()
                }
            ], clock: clock.read, pause: { _ in })
        for _ in 0..<3 {
            #expect(await readiness.report().failing == ["database"])
            clock.advance(by: Readiness.lifetime)
        }
        #expect(asked.count == 1)
        release.finish()
        for await _ in ended {}
        // The result of the first round may arrive a little later, and is then the answer for its lifetime.
        while await readiness.report().failing != [] { await Task.yield() }
        #expect(asked.count <= 2)
    }

    @Test("a dependency that fails is named, and the server is ready")
    func dependency() async {
        let readiness = Readiness(
            [.init("database") {}, .init("homeserver", isDependency: true) { throw Down() }], clock: clock.read,
            pause: Self.forever)
        #expect(await readiness.report() == Readiness.Report(failing: [], degraded: ["homeserver"]))
    }

    @Test("a dependency that hangs does not delay the answer, and the parts are asked on")
    func hangingDependency() async {
        let isDown = Mutex(false), asked = Tally()
        let (held, release) = AsyncStream<Void>.makeStream()
        let readiness = Readiness(
            [
                .init("database") { if isDown.withLock(\.self) { throw Down() } },
                .init("homeserver", isDependency: true) {
                    asked.add()
                    for await _ in held {}
                },
            ], clock: clock.read,
            // Only the time of a dependency passes.
            pause: { time in if time != Readiness.dependencyTimeout { await Self.forever(time) } })
        #expect(await readiness.report() == Readiness.Report(failing: [], degraded: ["homeserver"]))
        isDown.withLock { $0 = true }
        clock.advance(by: Readiness.lifetime)
        #expect(await readiness.report() == Readiness.Report(failing: ["database"], degraded: ["homeserver"]))
        #expect(asked.count == 1)
        release.finish()
    }

    @Test("a server without parts is ready")
    func nothing() async { #expect(await Readiness([]).report() == Readiness.Report()) }
}
