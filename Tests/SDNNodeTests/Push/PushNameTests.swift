import Dispatch
import Foundation
import GRDB
import HeraldHTTP
import HeraldJSON
import Synchronization
import Testing
@testable import SDNNode

@Suite("Look-ups of gateways' names")
struct PushNameTests {
    private static let network = "192.0.2.1"

    /// Looks a name up in the turn of a pusher.
    private func look(_ host: String, _ names: GatewayNames, _ turn: PushTurn) async -> [NetworkAddress] {
        await PushTurn.$current.withValue(turn) { await names.addresses(of: host) }
    }

    /// Has a user set a pusher from ``network``.
    private func setPusher(_ user: RoomUser, _ key: String, _ url: String) async throws {
        let body: JSONValue = [
            "pushkey": .string(key), "kind": "http", "app_id": "org.app", "app_display_name": "A",
            "device_display_name": "D", "lang": "en",
            "data": ["url": .string(url)],
        ]
        let answer = try await user.node.send(
            "POST", "/_matrix/client/v3/pushers/set", token: user.token, body, remote: Self.network)
        #expect(answer.status == 200)
    }

    @Test(
        "attack 94: one address's accounts with silent name servers do not prevent look-ups of other users' gateways"
    )
    func silentNameServers() async {
        let gate = DispatchSemaphore(value: 0), asked = Mutex(0)
        let resolver = HostResolver(lookups: NameLookups()) { host in
            guard host.hasPrefix("slow") else { return [NetworkAddress(8, 8, 8, 8)] }
            asked.withLock { $0 += 1 }
            gate.wait()
            return []
        }
        let names = GatewayNames(resolver, wait: .seconds(600))
        let hostile = (0..<24).map { number in
            let turn = PushTurn(client: LookupClient(user: "@eve\(number / 2)", network: Self.network))
            return Task { await look("slow.site\(number).example\(number)", names, turn) }
        }
        while asked.withLock({ $0 }) < 2 { await Task.yield() }
        let turn = PushTurn(client: LookupClient(user: "@ann", network: "198.51.100.7"))
        #expect(await look("good.example.org", names, turn) == [NetworkAddress(8, 8, 8, 8)])
        #expect(asked.withLock { $0 } == 2)
        for _ in hostile { gate.signal() }
        for task in hostile { #expect(await task.value.isEmpty) }
    }

    @Test("attack 94: a pusher's turn that only waited behind slow look-ups does not make its user slow")
    func waiting() async {
        let gate = DispatchSemaphore(value: 0), client = LookupClient(user: "@ann", network: Self.network),
            lookups = NameLookups()
        for number in 0..<2 {
            #expect(lookups.run("slow\(number).example", for: client, within: .seconds(600)) { gate.wait() })
        }
        let turn = PushTurn(client: client)
        let names = GatewayNames(HostResolver(lookups: lookups) { _ in [] }, wait: .milliseconds(20))
        #expect(turn.isSlow(after: PushDelivery.turn) == true)
        #expect(await look("good.example.org", names, turn).isEmpty)
        #expect(turn.isSlow(after: .seconds(1)) == false)
        #expect(turn.isSlow(after: PushDelivery.turn) == nil)
        #expect(turn.isSlow(after: PushDelivery.turn + .seconds(600)) == true)
        for _ in 0..<2 { gate.signal() }
    }

    @Test(
        "attack 94: users of one address have half of the places, or a quarter if slow; a turn without a result changes nothing"
    )
    func places() {
        var places = PushPlaces()
        func fill(_ users: [String]) -> [String] {
            var taken: [String] = []
            for user in users {
                while places.mayRun(user, of: Self.network) {
                    places.take(user, of: Self.network)
                    taken.append(user)
                }
            }
            return taken
        }
        func leave(_ users: [String], isSlow: Bool?) {
            #expect(places.mayRun("@ann", of: "198.51.100.7"))
            for user in users { places.leave(user, isSlow: isSlow) }
        }
        let crowd = fill((0..<20).map { "@eve\($0)" })
        #expect(crowd.count == PushPlaces.perNetwork && PushPlaces.perNetwork * 2 <= PushPlaces.width)
        leave(crowd, isSlow: true)
        let slow = fill(crowd)
        #expect(slow.count == PushPlaces.slowPerNetwork && PushPlaces.slowPerNetwork * 2 <= PushPlaces.slowWidth)
        leave(slow, isSlow: nil)
        #expect(fill(crowd) == slow)
        leave(crowd, isSlow: false)
        #expect(fill(crowd) == crowd)
    }

    @Test(
        "attack 94: many users of one address with silent gateways do not delay other users' notifications",
        .timeLimit(.minutes(10)))
    func silentGateways() async throws {
        let scene = try await PushScene(), slow = PushScene.url + "/slow"
        scene.gateway.answer(slow, always: .silence)
        for seed in UInt8(10)..<22 {
            let eve = try await RoomUser(scene.node, seed)
            try await eve.join(scene.room)
            for key in ["one", "two"] { try await setPusher(eve, key, slow) }
        }
        for text in ["one", "two", "three"] {
            try await scene.ann.send(text, to: scene.room)
            while scene.gateway.requests.last(where: { $0.url == PushScene.url })?.notification.at("content", "body")
                != .string(text)
            {
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
        #expect(scene.gateway.requests.count { $0.url == slow } <= PushPlaces.perNetwork)
        await scene.dispatcher.stop()
    }

    @Test("attack 94: a look-up counts for the pusher's user and for the address from which the user set the pusher")
    func client() async throws {
        let scene = try await PushScene()
        try await scene.ann.send("one", to: scene.room)
        await scene.dispatcher.idle()
        #expect(scene.gateway.clients == [LookupClient(user: scene.bob.userID, network: "127.0.0.1")])
        try await setPusher(scene.bob, "key", PushScene.url)
        await scene.dispatcher.idle()
        try await scene.ann.send("two", to: scene.room)
        await scene.dispatcher.idle()
        #expect(scene.gateway.clients.last == LookupClient(user: scene.bob.userID, network: Self.network))
    }
}
