import Dispatch
import Foundation
import Synchronization
import Testing

@testable import HeraldHTTP

@Suite("Looking up host names") struct NameLookupsTests {
    @Test(
        "attack 94: names of one site with a silent name server leave threads for others, and only a limited number waits"
    )
    func silent() async throws {
        let lookups = NameLookups()
        let gate = DispatchSemaphore(value: 0), most = Most()
        let asked = NameLookups.perSite + NameLookups.waitingLimit
        for number in 0..<asked {
            #expect(
                lookups.run("a\(number).slow.example", within: .seconds(3_600)) {
                    most.enter()
                    gate.wait()
                    most.leave()
                })
        }
        #expect(!lookups.run("one-more.slow.example", within: .seconds(3_600)) { Issue.record("it ran") })
        // A site of its own does not wait in the queue of the others.
        await withCheckedContinuation { done in
            #expect(lookups.run("quick.test", within: .seconds(3_600)) { done.resume() })
        }
        for _ in 0..<asked { gate.signal() }
        // The last in the queue runs after all that were there.
        await withCheckedContinuation { done in
            while !lookups.run("b.slow.example", within: .seconds(3_600), { done.resume() }) { sched_yield() }
        }
        #expect(most.value <= NameLookups.perSite)
    }

    @Test("a look-up that nobody waits for any more uses no thread and never runs")
    func late() async {
        let lookups = NameLookups(), gate = DispatchSemaphore(value: 0)
        for number in 0..<NameLookups.perSite {
            #expect(lookups.run("a\(number).slow.example", within: .seconds(3_600)) { gate.wait() })
        }
        for _ in 0..<(2 * NameLookups.waitingLimit) {
            #expect(lookups.run("late.slow.example", within: .zero) { Issue.record("it ran") })
        }
        for _ in 0..<NameLookups.perSite { gate.signal() }
        await withCheckedContinuation { done in
            #expect(lookups.run("b.slow.example", within: .seconds(3_600)) { done.resume() })
        }
    }

    @Test(
        "sites are distinguished by their last two labels",
        arguments: [
            ("a.b.example.org", "example.org"), ("Example.ORG.", "example.org"), ("localhost", "localhost"), ("", ""),
        ])
    func sites(host: String, site: String) { #expect(NameLookups.site(of: host) == site) }

    private final class Most: Sendable {
        private let counts = Mutex((now: 0, most: 0))
        var value: Int { counts.withLock(\.most) }

        func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
        func leave() { counts.withLock { $0.now -= 1 } }
    }
}
