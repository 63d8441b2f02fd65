import HeraldHTTP
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Limits of one client")
struct ClientLimiterTests {
    private let uptime = StoppedClock(Duration.seconds(1_000))

    private func limiter(_ change: (inout ServiceLimits) -> Void) -> ClientLimiter {
        var limits = ServiceLimits()
        change(&limits)
        return ClientLimiter(limits, uptime: { [uptime] in uptime.now })
    }

    private func wait(_ limiter: ClientLimiter, _ charge: ServiceCharge, _ client: String = "10.0.0.1") -> Duration {
        do {
            try limiter.charge(charge, client)
            return .zero
        } catch {
            return error.wait
        }
    }

    @Test(
        "attack 24: a limited client learns when to try again, others do not wait, and the limit refills with time")
    func rates() {
        let limiter = limiter { $0.wallets = .init(burst: 3, perSecond: 0.5) }
        #expect((0..<5).map { _ in wait(limiter, .wallet) } == [.zero, .zero, .zero, .seconds(2), .seconds(2)])
        #expect(wait(limiter, .wallet, "10.0.0.2") == .zero)
        #expect(wait(limiter, .opening) == .zero, "each kind for itself")
        uptime.advance(by: .seconds(2))
        #expect([wait(limiter, .wallet), wait(limiter, .wallet)] == [.zero, .seconds(2)])
    }

    @Test("attack 24: by default, one address registers fewer wallets than the server stores while they are unused")
    func unusedWallets() throws {
        let limits = ServiceLimits()
        let wallets = try #require(limits.wallets)
        let life = Double(limits.unusedWallet.components.seconds)
        // If the wallet provider is another process, attestations are counted there, and every use here can be a registration.
        #expect(wallets.burst + wallets.perSecond * life < Double(limits.unusedWallets))
    }

    @Test(
        "attack 24: an IPv6 /64 is one client, and an IPv4 address is the same in both spellings",
        arguments: [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("::ffff:10.0.0.1", "10.0.0.1", true), ("fe80::1%eth0", "fe80::2", true), ("10.0.0.1", "10.0.0.2", false),
        ])
    func networks(one: String, other: String, isSame: Bool) {
        #expect((NetworkAddress.key(of: one) == NetworkAddress.key(of: other)) == isSame)
    }

    @Test(
        "attack 24: open transactions are limited for each client and for all, and one that continues or expires frees its place"
    )
    func openTransactions() {
        let limiter = limiter { ($0.openTransactions, $0.allOpenTransactions, $0.reservedTransactions) = (2, 3, 0) }
        limiter.opened("a", by: "1", lifetime: .seconds(100))
        limiter.opened("b", by: "1", lifetime: .seconds(100))
        #expect(wait(limiter, .opening, "1") > .zero)
        #expect(wait(limiter, .write, "1") == .zero, "what opens nothing is none of them")
        #expect(wait(limiter, .opening, "2") == .zero)
        limiter.opened("c", by: "2", lifetime: .seconds(100))
        #expect(wait(limiter, .opening, "3") > .zero)
        limiter.released("a")
        #expect(wait(limiter, .opening, "3") == .zero && wait(limiter, .opening, "1") == .zero)
        limiter.opened("d", by: "3", lifetime: .seconds(100))
        uptime.advance(by: .seconds(101))
        #expect(wait(limiter, .enrolment, "3") == .zero)
        #expect(limiter.counts.opened == 0)
    }

    @Test("attack 24: clients with many open transactions do not shut out those with few")
    func reserved() {
        let limiter = limiter { ($0.openTransactions, $0.allOpenTransactions, $0.reservedTransactions) = (4, 8, 2) }
        for number in 0..<8 { limiter.opened("\(number)", by: "\(number / 4)", lifetime: .seconds(100)) }
        #expect(wait(limiter, .opening, "0") > .zero)
        for number in 8..<16 {
            #expect(wait(limiter, .opening, "\(number / 2)") == .zero)
            limiter.opened("\(number)", by: "\(number / 2)", lifetime: .seconds(100))
        }
        #expect(wait(limiter, .opening, "4") > .zero, "it has its two")
        #expect(wait(limiter, .opening, "9") > .zero, "all have twice the limit")
    }

    @Test("attack 54: an IPv6 /48 has the limits of eight addresses, and does not use up everybody's places")
    func wideNetworks() {
        func address(_ number: Int, in network: String = "20010db80007") -> String {
            let digits = String(number, radix: 16)
            return network + String(repeating: "0", count: 4 - digits.count) + digits + "/64"
        }
        let limiter = limiter {
            ($0.openTransactions, $0.allOpenTransactions, $0.openings) = (2, 20, .init(burst: 3, perSecond: 1))
        }
        var opened = 0
        for number in 0..<100 where wait(limiter, .opening, address(number)) == .zero {
            limiter.opened("\(number)", by: address(number), lifetime: .seconds(100))
            opened += 1
        }
        #expect(opened == 16)
        #expect(
            wait(limiter, .opening, address(1, in: "20010db80008")) == .zero
                && wait(limiter, .opening, "10.0.0.1") == .zero)
        #expect((0..<20).map { wait(limiter, .write, address(200 + $0)) }.count { $0 == .zero } == 8, "24 in all")
        limiter.released("3")
        uptime.advance(by: .seconds(1))
        #expect(wait(limiter, .opening, address(300)) == .zero)
        #expect(NetworkAddress.network(ofKey: NetworkAddress.key(of: "2001:db8:7:1::5")) == "20010db80007/48")
        #expect(NetworkAddress.network(ofKey: "10.0.0.1") == nil)
    }

    @Test("attack 24: a million addresses are not remembered")
    func memory() {
        let limiter = limiter { $0.clients = 100 }
        for number in 0..<5_000 { _ = wait(limiter, .request, "10.0.\(number / 256).\(number % 256)") }
        #expect(limiter.counts.buckets <= 100)
    }

    @Test(
        "attack 24: impossible limits are refused with their names",
        arguments: ["wallets", "openTransactions", "unusedWallet", "sweepInterval"])
    func validation(field: String) {
        var limits = ServiceLimits()
        switch field {
        case "wallets": limits.wallets = .init(burst: 0, perSecond: 1)
        case "openTransactions": limits.openTransactions = 0
        case "unusedWallet": limits.unusedWallet = .zero
        default: limits.sweepInterval = .seconds(-1)
        }
        #expect { try limits.validate() } throws: { ($0 as? ServicesError)?.field == "limits.\(field)" }
    }
}
