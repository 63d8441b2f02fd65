import Foundation

/// A room of thousands of members beside a small one, and the memory of as many idle long polls.
enum MemberWork {
    private static let members = BenchmarkSize.choose(10_000, smallest: 30)
    private static let fewMembers = BenchmarkSize.choose(100, smallest: 5)
    private static let rounds = BenchmarkSize.choose(300, smallest: 3)

    static func run(_ data: URL) throws -> [Measurement] {
        let people: [MatrixPerson], since: String
        var rows: [Measurement] = []
        do {
            let node = try HeraldNode(data, connections: 1_000)
            defer { node.stop() }
            let setup = MatrixSetup(node)
            people = try node.people("member", members)
            NodeBenchmarks.say("\(members) users are registered")
            let rooms = try setup.rooms(of: people[0], 2)
            try setup.join(Array(people[1..<fewMembers]), rooms[0])
            try setup.join(Array(people.dropFirst()), rooms[1])
            NodeBenchmarks.say("\(members) users are in a room")
            rows = try compare(node, setup, people, rooms)
            since = try setup.since(people[1])
        }
        return try rows + idle(data, people, since)
    }

    /// The median time and the processor time of each operation in both rooms.
    private static func compare(
        _ node: HeraldNode, _ setup: MatrixSetup, _ people: [MatrixPerson], _ rooms: [String]
    ) throws -> [Measurement] {
        let load = try NodeLoad.start(), guest = try node.people("guest", 1)[0]
        let since = try setup.since(people[1])
        func costs(_ room: String) throws -> [(name: String, median: Double, processor: Double)] {
            let place = "/_matrix/client/v3/rooms/\(NodeWorld.escaped(room))"
            let message = #"{"msgtype":"m.text","body":"It is at the harbour, and somewhat later than we thought."}"#
            let sync = "/_matrix/client/v3/sync?timeout=0&set_presence=offline"
            let only = "%22room%22%3A%7B%22rooms%22%3A%5B%22\(NodeWorld.escaped(room))%22%5D"
            // The sync of a room's news, and the first sync of a client that loads members when it needs them.
            let works: [(String, String, [[String]])] = [
                ("join and leave", guest.token, [["POST", place + "/join", "{}"], ["POST", place + "/leave", "{}"]]),
                ("send", people[1].token, [["PUT", place + "/send/m.room.message/{n}", message]]),
                ("sync of ten messages", people[2].token, [["GET", sync + "&since=\(since)&filter=%7B\(only)%7D%7D"]]),
                (
                    "initial sync, members loaded lazily", people[2].token,
                    [["GET", sync + "&filter=%7B\(only)%2C%22state%22%3A%7B%22lazy_load_members%22%3Atrue%7D%7D%7D"]]
                ),
            ]
            return try works.map { name, token, requests in
                var job = NodeJob(.repeated, port: node.port)
                (job.tokens, job.requests, job.count) = ([token], requests, rounds)
                let before = node.milliseconds
                let figures = try load.ask(job.line)
                return (name, figures[0], (node.milliseconds - before) / Double(rounds))
            }
        }
        // The first round warms the caches of both rooms.
        _ = try rooms.map(costs)
        let (small, large) = (try costs(rooms[0]), try costs(rooms[1]))
        return zip(small, large).flatMap { small, large in
            let name = "room of \(members) members: \(small.name)", peer = "room of \(fewMembers)"
            return [
                Measurement(
                    name, unit: "ms", ours: large.median, peer: (peer, small.median), goal: .atMost(2 * small.median)),
                Measurement(
                    "\(name), processor time", unit: "ms of a core", ours: large.processor,
                    peer: (peer, small.processor),
                    goal: .atMost(2 * max(small.processor, 0.05))),
            ]
        }
    }

    /// Starts the node again on the same data, so that memory that was used before does not hide the long polls'.
    private static func idle(_ data: URL, _ people: [MatrixPerson], _ since: String) throws -> [Measurement] {
        let count = min(members, OpenFiles.limit - 200)
        let node = try HeraldNode(data, connections: 2 * count)
        defer { node.stop() }
        let load = try NodeLoad.start()
        var job = NodeJob(.hold, port: node.port)
        job.since = since
        job.seconds = BenchmarkSize.choose(5, smallest: 0.2)
        // The first long polls allocate memory once for the whole process. It is not a cost of the others.
        job.tokens = people.prefix(min(100, count)).map(\.token)
        _ = try load.ask(job.line)
        _ = try load.ask(NodeJob(.release, port: node.port).line)
        let before = node.megabytes
        job.tokens = people.prefix(count).map(\.token)
        let open = try load.ask(job.line)[0]
        let after = node.megabytes
        return [
            Measurement(
                "\(Int(open)) idle long polls, memory of each", unit: "kB", ours: (after - before) * 1_048.576 / open,
                goal: .atMost(25))
        ]
    }
}
