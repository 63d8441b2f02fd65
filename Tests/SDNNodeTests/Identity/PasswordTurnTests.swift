import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Turns of password checks (SDN sheet 7.7)")
struct PasswordTurnTests {
    private typealias Queue = PasswordTurns<Int>

    /// The work that is done, in its order.
    private func order(_ queue: inout Queue) -> [Int] {
        var order: [Int] = []
        while let job = queue.next() {
            order.append(job.work)
            queue.finish(job)
        }
        return order
    }

    @Test("attack 7: many password checks of one client delay another client's by at most one")
    func fair() {
        var queue = Queue(perSource: 50, perAccount: 50, capacity: 100)
        for number in 0..<40 {
            #expect(queue.add(Queue.Job(source: "attacker", account: nil, work: number)).refused == nil)
        }
        #expect(queue.next()?.work == 0)
        _ = queue.add(Queue.Job(source: "owner", account: nil, work: 100))
        #expect(queue.next()?.work == 1)
        #expect(queue.next()?.work == 100)
        #expect(order(&queue) == Array(2..<40))
    }

    @Test("attack 7: waiting and running checks of an address or account are limited, and more are refused")
    func bounded() {
        var queue = Queue(perSource: 3, perAccount: 2, capacity: 100)
        func add(_ source: String, _ account: String?, _ work: Int) -> Int? {
            queue.add(Queue.Job(source: source, account: account, work: work)).refused
        }
        #expect([add("a", nil, 1), add("a", nil, 2), add("a", nil, 3), add("a", nil, 4)] == [nil, nil, nil, 4])
        #expect([add("b", "ann", 5), add("c", "ann", 6), add("d", "ann", 7), add("d", nil, 8)] == [nil, nil, 7, nil])
        #expect(order(&queue) == [1, 5, 6, 8, 2, 3])
        #expect(
            [add("a", "ann", 9), add("a", "ann", 10), add("a", nil, 11), add("a", nil, 12)] == [nil, nil, nil, 12])
    }

    @Test(
        "attack 7: if all places are taken, the newest check of the client with most is dropped for a client with fewer"
    )
    func full() {
        var queue = Queue(perSource: 10, perAccount: 10, capacity: 4)
        func add(_ source: String, _ work: Int) -> Int? {
            queue.add(Queue.Job(source: source, account: nil, work: work)).refused
        }
        #expect([add("a", 1), add("a", 2), add("a", 3), add("b", 4)] == [nil, nil, nil, nil])
        #expect(add("a", 5) == 5)
        #expect(add("c", 6) == 3)
        #expect(add("d", 7) == 2)
        #expect(add("e", 8) == 8)
        #expect(order(&queue) == [1, 4, 6, 7])
        #expect(queue.waitingCount == 0)
        #expect(queue.add(Queue.Job(source: "a", account: nil, work: 9)).wakes)
        #expect(!queue.add(Queue.Job(source: "a", account: nil, work: 10)).wakes)
    }

    @Test("attack 7: while one address tries passwords without pause, others log in")
    func others() async throws {
        let node = try TestNode {
            $0.enableRegistration = true
            $0.passwordLimits = PasswordLimits(
                checksPerAddress: 4, failuresPerAccount: 1_000, failuresPerAddress: 1_000)
        }
        @Sendable func logIn(_ name: String, _ password: String, remote: String) async throws -> TestNode.Answer {
            try await node.send(
                "POST", "/_matrix/client/v3/login",
                ["type": "m.login.password", "user": .string(name), "password": .string(password)], remote: remote)
        }
        for name in ["ann", "bob"] {
            _ = try await node.send(
                "POST", "/_matrix/client/v3/register",
                ["username": .string(name), "password": "secret", "auth": ["type": "m.login.dummy"]])
        }
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<20 {
                group.addTask {
                    var found: [Int] = []
                    for _ in 0..<10 { found.append(try await logIn("ann", "wrong", remote: "10.0.0.9").status) }
                    return found
                }
            }
            for name in ["ann", "bob"] {
                let answer = try await logIn(name, "secret", remote: "10.0.0.1")
                #expect(answer.status == 200)
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(statuses).isSubset(of: [403, 429]))
        #expect(statuses.contains(403))
    }
}
