import Foundation
import SDNNode
import TestSupport
import SDNSDK
import Testing

/// Real processes, killed with SIGKILL while they sync and send; 40 rounds unless `HERALD_KILL_ROUNDS` says otherwise: one for each place.
@Suite("A session whose process is killed", .serialized)
struct SessionKillTests {
    private static var rounds: Int {
        ProcessInfo.processInfo.environment["HERALD_KILL_ROUNDS"].flatMap { Int($0) } ?? places
    }
    /// After how many lines a process may be killed; the rounds go through all of them, in an order that is not theirs.
    private static let places = 40
    private static var seed: UInt64 {
        ProcessInfo.processInfo.environment["HERALD_KILL_SEED"].flatMap { UInt64($0) } ?? 6
    }

    @Test(
        "no acknowledged message is lost or duplicated, and the store equals that of a run without a kill",
        .timeLimit(.minutes(60)))
    func killed() async throws {
        var random = SeededGenerator(seed: Self.seed)
        let files = try TemporaryFolder()
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let (alice, bob) = (try await EmbeddedUser(node, 31), try await EmbeddedUser(node, 32))
        let roomId = try await alice.client.createRoom(parameters: MXRoomCreationParameters(name: "Kills")).roomId
        try await alice.client.invite(.userId(bob.userId), toRoom: roomId)
        _ = try await bob.client.joinRoom(roomId)
        let token = try #require(alice.client.credentials.accessToken)
        func arguments(_ command: String, _ round: Int) -> [String] {
            [command, files.url.path, node.url.absoluteString, alice.userId, String(round)]
        }

        var acknowledged: [Int] = [], kills = 0
        for round in 1...Self.rounds {
            let (limit, pause) = (1 + round * 17 % Self.places, UInt32.random(in: 0...4_000, using: &random))
            async let run = KilledSession.run(arguments("talk", round), token: token, killedAfter: limit, pause: pause)
            for number in 0..<3 {
                let said = try await bob.client.sendTextMessage(toRoom: roomId, text: "b\(round).\(number)")
                try await StoredRoom.read(said, in: roomId, by: bob)
            }
            try await StoredRoom.change(roomId, of: alice, round)
            let ended = try await run
            #expect(ended.lines.first == "opened", "round \(round), seed \(Self.seed): \(ended.lines.prefix(3))")
            kills += ended.isFinished ? 0 : 1
            acknowledged += ended.lines.compactMap { $0.hasPrefix("stored ") ? Int($0.dropFirst(7)) : nil }
        }
        let last = try await KilledSession.run(arguments("finish", 0), token: token, killedAfter: nil, pause: 0)
        #expect(last.lines.last == "finished" && last.isFinished)
        print("kill rounds: \(Self.rounds), killed: \(kills), acknowledged: \(acknowledged.count)")
        #expect(kills == Self.rounds && acknowledged.count > Self.rounds)

        let clean = try await alice.session(MXMemoryStore())
        try await clean.start()
        let room = try #require(clean.room(withRoomId: roomId))
        let history = try await room.liveTimeline.history(by: 500)
        let bodies = history.reversed().compactMap(\.body)
        let mine = bodies.compactMap { $0.hasPrefix("m") ? Int($0.dropFirst()) : nil }
        #expect(
            Set(mine).count == mine.count,
            "doubled: \(Dictionary(grouping: mine) { $0 }.filter { $1.count > 1 }.keys.sorted())")
        #expect(Set(acknowledged).subtracting(mine).isEmpty, "lost: \(Set(acknowledged).subtracting(mine).sorted())")
        #expect(mine == mine.sorted(), "in the order in which they were handed over")
        #expect(bodies.count { $0.hasPrefix("b") } == 3 * Self.rounds)

        let kept = try await alice.session(MXFileStore(directory: files.url))
        let again = try #require(kept.room(withRoomId: roomId))
        let heard = Heard(again.liveTimeline)
        try await again.liveTimeline.paginate(1_000_000, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards) == history.map(\.eventId))
        let users = [alice.userId, bob.userId]
        let (mineNow, cleanRun) = (
            try await StoredRoom.lines(again, heard.events(.backwards), users: users),
            try await StoredRoom.lines(room, history, users: users)
        )
        let difference = mineNow.difference(from: cleanRun)
        #expect(difference.isEmpty, "\(Array(difference.prefix(10)))")
        #expect(again.outgoingMessages().isEmpty)
        await kept.close()
        await clean.close()
        await node.stop()
    }
}
