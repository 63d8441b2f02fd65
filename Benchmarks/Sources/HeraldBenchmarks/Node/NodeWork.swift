import Foundation
import HeraldJSON

/// The load on one homeserver: messages, long polls and initial syncs, with the server's memory before and after them.
final class NodeWork {
    private let server: any MatrixServer
    private let load: WorkProcess
    /// True for the server that the node is compared with. It is slower, so it has fewer repetitions, and no user in thousands of rooms.
    private let isPeer: Bool
    private var figures = NodeFigures()

    private static let ways = 32, rooms = BenchmarkSize.choose(8, smallest: 2)
    private static let few = BenchmarkSize.choose(300, smallest: 6), many = BenchmarkSize.choose(3_000, smallest: 12)
    private static let pollers = BenchmarkSize.choose(1_000, smallest: 10)

    init(_ server: any MatrixServer, load: WorkProcess, isPeer: Bool) {
        (self.server, self.load, self.isPeer) = (server, load, isPeer)
    }

    func run() async throws -> NodeFigures {
        NodeBenchmarks.say("load on \(server.name)")
        // The first request ends what a server does after its start.
        _ = try RequestBatch(server.port).run(1) { _ in RawRequest(path: "/_matrix/client/versions") }
        try await rest()
        figures.add("resident memory at start", "MB", server.megabytes)
        let setup = MatrixSetup(server)
        try sends(setup)
        try delivery(setup)
        try initialSyncs(setup)
        try wake(setup)
        try await rest()
        figures.add("resident memory after this load", "MB", server.megabytes, .atMost(80))
        if !isPeer {
            let minutes = NodeBenchmarks.idleMinutes
            try await Task.sleep(for: .seconds(minutes * 60))
            let name = minutes == 1 ? "1 idle minute" : "\(Report.figure(minutes)) idle minutes"
            figures.add("resident memory after \(name) (the goal is for 10)", "MB", server.megabytes, .atMost(64))
        }
        return figures
    }

    /// Waits until a server has given freed memory back. The node drops its caches after two seconds at rest, and gives their memory back a second
    /// later.
    private func rest() async throws { try await Task.sleep(for: .seconds(BenchmarkSize.choose(5.0, smallest: 0.1))) }

    private func sends(_ setup: MatrixSetup) throws {
        let people = try server.people("sender", Self.ways)
        let rooms = try setup.rooms(of: people[0], Self.rooms)
        for (number, room) in rooms.enumerated() {
            try setup.join(people.indices.filter { $0 % Self.rooms == number && $0 > 0 }.map { people[$0] }, room)
        }
        var job = NodeJob(.sends, port: server.port)
        func measure(_ ways: Int, _ name: String, least: Double) throws {
            job.tokens = people.prefix(ways).map(\.token)
            job.rooms = (0..<ways).map { rooms[$0 % Self.rooms] }
            job.seconds = BenchmarkSize.choose(1, smallest: 0.1)
            _ = try load.ask(job.line)
            job.seconds = BenchmarkSize.choose(6, smallest: 0.2)
            let before = server.milliseconds
            let result = try load.ask(job.line)
            let spent = server.milliseconds - before
            figures.add("durable sends, \(name)", "messages/s", result[0] / result[1], .atLeast(least))
            figures.add("durable sends, \(name), median", "ms", result[2])
            figures.add("durable sends, \(name), processor time of each", "ms of a core", spent / max(result[0], 1))
        }
        try measure(Self.ways, "\(Self.ways) ways over \(Self.rooms) rooms", least: 6_000)
        try measure(1, "one way", least: 1_500)
    }

    private func delivery(_ setup: MatrixSetup) throws {
        let people = try server.people("talker", 2)
        let room = try setup.rooms(of: people[0], 1)[0]
        try setup.join([people[1]], room)
        var job = NodeJob(.delivery, port: server.port)
        (job.tokens, job.rooms) = (people.map(\.token), [room])
        job.since = try setup.since(people[1])
        job.count = BenchmarkSize.choose(isPeer ? 200 : 2_000, smallest: 5)
        // The server has begun to wait for news when the next message is sent.
        job.seconds = isPeer ? 0.1 : 0.005
        let times = try load.ask(job.line)
        figures.add("delivery to a long poll, median", "ms", times[0], .atMost(1.5))
        figures.add("delivery to a long poll, p99", "ms", times[1], .atMost(5))
    }

    private func initialSyncs(_ setup: MatrixSetup) throws {
        let people = try server.people("reader", 3)
        let rooms = try setup.rooms(of: people[0], isPeer ? Self.few : Self.many)
        try setup.join([people[1]], in: Array(rooms.prefix(Self.few)))
        if !isPeer { try setup.join([people[2]], in: rooms) }
        // Ten small ones and one large one take about as long. They alternate and are compared by their whole times, because the machine is not
        // equally fast at all times, and a median of short times contains none of the slow moments.
        var job = NodeJob(.repeated, port: server.port)
        let small = isPeer ? 1 : 10
        job.tokens = Array(repeating: people[1].token, count: small) + (isPeer ? [] : [people[2].token])
        let request = ["GET", "/_matrix/client/v3/sync?timeout=0&set_presence=offline"]
        job.requests = Array(repeating: request, count: job.tokens.count)
        job.count = isPeer ? 3 : BenchmarkSize.choose(7, smallest: 1)
        let answer = try load.ask(job.line), kinds = job.requests.count
        let medians = answer.prefix(kinds), means = answer.suffix(kinds)
        let few = medians.prefix(small).reduce(0, +) / Double(small)
        figures.add("initial sync of \(Self.few) rooms", "ms", few, .atMost(40))
        guard !isPeer, let many = medians.last, let manyMean = means.last else { return }
        let fewMean = means.prefix(small).reduce(0, +) / Double(small)
        figures.add("initial sync of \(Self.many) rooms", "ms", many)
        figures.add("time of \(Self.many) rooms in times of \(Self.few)", "x", manyMean / fewMean, .atMost(10))
    }

    private func wake(_ setup: MatrixSetup) throws {
        let people = try server.people("poller", Self.pollers + 1)
        let room = try setup.rooms(of: people[0], 1)[0]
        try setup.join(Array(people.dropFirst()), room)
        var job = NodeJob(.wake, port: server.port)
        (job.tokens, job.rooms) = (people.map(\.token), [room])
        job.since = try setup.since(people[1])
        job.count = BenchmarkSize.choose(isPeer ? 3 : 9, smallest: 1)
        job.seconds = BenchmarkSize.choose(isPeer ? 15 : 2, smallest: 0.2)
        let times = try load.ask(job.line)
        figures.add("one message to \(Self.pollers) long polls, the last", "ms", times[0], .atMost(150))
        figures.add("one message to \(Self.pollers) long polls, half of them", "ms", times[1])
    }
}
