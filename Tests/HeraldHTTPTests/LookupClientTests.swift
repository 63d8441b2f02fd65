import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HeraldHTTP

@Suite("Fair look-ups of host names") struct LookupClientTests {
    private static let stranger = LookupClient(user: "@ann", network: "198.51.100.7")
    private static let crowds: [[LookupClient]] = [
        (0..<12).map { LookupClient(user: "@eve\($0)", network: "192.0.2.1") },
        (0..<12).map { LookupClient(user: "@eve", network: "192.0.2.\($0)") },
        [LookupClient](repeating: LookupClient(user: "@eve", network: nil), count: 12),
    ]

    /// Returns when the name of a client has been looked up.
    private func look(_ host: String, for client: LookupClient, _ lookups: NameLookups) async {
        await withCheckedContinuation { done in
            #expect(lookups.run(host, for: client, within: .seconds(3_600)) { done.resume() })
        }
    }

    private func rest(_ lookups: NameLookups) {
        while lookups.running > 0 { sched_yield() }
    }

    @Test(
        "attack 94: many accounts of one address have two look-ups at once, as has one account, including abandoned ones",
        arguments: crowds)
    func perClient(crowd: [LookupClient]) async {
        let clock = StoppedClock(ContinuousClock.now), lookups = NameLookups(now: clock.read),
            gate = DispatchSemaphore(value: 0)
        for (number, client) in crowd.enumerated() {
            #expect(
                lookups.run("slow.site\(number).example\(number)", for: client, within: .seconds(10)) { gate.wait() })
        }
        #expect(lookups.running == NameLookups.perClient)
        clock.advance(by: .seconds(11))
        // The names in the line are given up, those that hold threads are not.
        #expect(lookups.run("slow.more.example", for: crowd[0], within: .seconds(10)) { gate.wait() })
        #expect(lookups.running == NameLookups.perClient)
        await look("good.example.org", for: Self.stranger, lookups)
        for _ in 0...NameLookups.perClient { gate.signal() }
        rest(lookups)
        #expect(lookups.hung == NameLookups.perClient)
    }

    @Test("attack 94: addresses take turns at the threads, and so do the users of one address")
    func turns() async {
        let lookups = NameLookups(), gate = DispatchSemaphore(value: 0), order = Mutex<[String]>([])
        for number in 0..<NameLookups.atOnce {
            #expect(lookups.run("site\(number).example\(number)", within: .seconds(3_600)) { gate.wait() })
        }
        let eve = LookupClient(user: "@eve", network: "192.0.2.1"),
            carl = LookupClient(user: "@carl", network: "192.0.2.1")
        let asked = [eve, eve, eve, carl, Self.stranger, LookupClient(user: "@bob", network: nil)]
        for (number, client) in asked.enumerated() {
            #expect(
                lookups.run("name\(number).of\(number).test", for: client, within: .seconds(3_600)) {
                    order.withLock { $0.append(client.user) }
                })
        }
        // One thread is there for all of them.
        gate.signal()
        while order.withLock(\.count) < asked.count { sched_yield() }
        #expect(order.withLock { $0 } == ["@eve", "@ann", "@bob", "@carl", "@eve", "@eve"])
        for _ in 1..<NameLookups.atOnce { gate.signal() }
        rest(lookups)
    }

    @Test(
        "attack 94: a name that hung is refused for a minute with the names below it, and other names of its suffix are not"
    )
    func hung() async {
        let clock = StoppedClock(ContinuousClock.now), lookups = NameLookups(now: clock.read),
            gate = DispatchSemaphore(value: 0)
        let eve = LookupClient(user: "@eve", network: "192.0.2.1")
        func isTaken(_ host: String) -> Bool { lookups.run(host, for: Self.stranger, within: .seconds(10)) {} }
        for host in ["slow.example.co.uk", "slow.duckdns.org"] {
            #expect(lookups.run(host, for: eve, within: .seconds(10)) { gate.wait() })
        }
        clock.advance(by: .seconds(9))
        #expect(isTaken("slow.example.co.uk"), "somebody waits for it still")
        clock.advance(by: .seconds(2))
        let refused = ["slow.example.co.uk", "SLOW.example.co.uk.", "a.slow.example.co.uk", "slow.duckdns.org"]
        for host in refused { #expect(!isTaken(host), "\(host)") }
        for host in [
            "example.co.uk", "other.example.co.uk", "good.co.uk", "good.duckdns.org", "duckdns.org",
            "allow.example.co.uk",
        ] {
            await look(host, for: Self.stranger, lookups)
        }
        #expect(lookups.run("slow.duckdns.org", within: .seconds(10)) {}, "the process itself may try again")
        for _ in 0..<2 { gate.signal() }
        rest(lookups)
        #expect(lookups.hung == 2)
        clock.advance(by: .seconds(59))
        for host in refused { #expect(!isTaken(host), "\(host)") }
        clock.advance(by: .seconds(2))
        await look("slow.example.co.uk", for: Self.stranger, lookups)
        #expect(lookups.hung == 0)
    }

    @Test("attack 94: a look-up that began late because others hung does not count as hung")
    func late() {
        let clock = StoppedClock(ContinuousClock.now), lookups = NameLookups(now: clock.read)
        let first = DispatchSemaphore(value: 0), second = DispatchSemaphore(value: 0)
        let eve = LookupClient(user: "@eve", network: "192.0.2.1"), begun = Mutex(false)
        for number in 0..<NameLookups.perClient {
            #expect(lookups.run("slow\(number).example.org", for: eve, within: .seconds(60)) { first.wait() })
        }
        #expect(
            lookups.run("good.example.net", for: eve, within: .seconds(10)) {
                begun.withLock { $0 = true }
                second.wait()
            })
        clock.advance(by: .seconds(9))
        first.signal()
        while !begun.withLock({ $0 }) { sched_yield() }
        clock.advance(by: .seconds(2))
        #expect(lookups.run("good.example.net", for: Self.stranger, within: .seconds(60)) {})
        clock.advance(by: .seconds(3))
        #expect(!lookups.run("good.example.net", for: Self.stranger, within: .seconds(60)) {})
        first.signal()
        second.signal()
        rest(lookups)
    }

    @Test("attack 94: names under one suffix use at most half of the threads, whoever asks, and one name at most two")
    func suffix() async {
        let lookups = NameLookups(), gate = DispatchSemaphore(value: 0)
        func client(_ number: Int) -> LookupClient { LookupClient(user: "@eve\(number)", network: "192.0.2.\(number)") }
        for number in 0..<20 {
            #expect(lookups.run("slow.co.uk", for: client(number), within: .seconds(3_600)) { gate.wait() })
        }
        #expect(lookups.running == NameLookups.perName)
        await look("good.co.uk", for: Self.stranger, lookups)
        for number in 20..<40 {
            #expect(lookups.run("slow\(number).co.uk", for: client(number), within: .seconds(3_600)) { gate.wait() })
        }
        #expect(lookups.running == NameLookups.perSite)
        await look("good.com.au", for: Self.stranger, lookups)
        #expect(lookups.running <= NameLookups.perSite + 1 && NameLookups.perSite * 2 <= NameLookups.atOnce)
        for _ in 0..<40 { gate.signal() }
        rest(lookups)
    }

    @Test("attack 94: an address has a limited part of the queue, and names that are too long are not looked up")
    func line() {
        let lookups = NameLookups(), gate = DispatchSemaphore(value: 0)
        func ask(_ number: Int, _ network: String) -> Bool {
            let client = LookupClient(user: "@eve\(number)", network: network)
            return lookups.run("slow\(number).example\(number)", for: client, within: .seconds(3_600)) { gate.wait() }
        }
        let most = NameLookups.perClient + NameLookups.waitingPerClient
        for number in 0..<most { #expect(ask(number, "192.0.2.1")) }
        #expect(!ask(most, "192.0.2.1"))
        #expect(ask(most, "192.0.2.2"))
        #expect(!lookups.run(String(repeating: "a.", count: 128), within: .seconds(3_600)) { Issue.record("it ran") })
        for _ in 0...most { gate.signal() }
        rest(lookups)
    }
}
