import Foundation
import SDNSDK

/// Workload A: from the bytes of the answer to a store that has everything, committed, and the room list in order.
enum InitialSyncWork {
    static let rooms = BenchmarkSize.choose(1_000, smallest: 20)
    /// The number of runs of each piece of work. The runs take turns.
    private static let rounds = BenchmarkSize.choose(7, smallest: 1)

    static func run() async throws -> [Measurement] {
        let bytes = SyncWorkload.initialSync(rooms: rooms)
        let size = "\(rooms) rooms, \(bytes.count / 1_000_000) MB"
        var peers = try python(bytes)
        let ourselves = try ChildRun.initialSyncs()
        var runs: [Cost] = [], decoder: [Double] = [], nio: [Double] = [], orjson: [Double] = []
        for _ in 0..<rounds {
            // Work that takes a fraction of a second is run twice in a row, and the second run counts, because a process that others have
            // pushed out of the caches begins slower. For matrix-nio, which takes seconds, this makes no difference.
            _ = try ourselves.ask("run")
            let figures = try ourselves.ask("run")
            guard figures.count == 2 else { throw WorkloadFailure(reason: "the child's answer is not readable") }
            runs.append(Cost(wall: figures[0], processor: figures[1]))
            _ = try await decoded(bytes)
            decoder.append(try await decoded(bytes))
            do {
                _ = try peers?.seconds("orjson")
                if let peers { orjson.append(try peers.seconds("orjson")) }
                if let peers { nio.append(try peers.seconds("nio")) }
            } catch let missing as PythonPeers.Missing {
                note(missing)
                peers = nil
            }
        }
        let usual = Cost.median(runs), ours = Cost.best(runs)
        var rows = [
            Measurement("A: initial sync, \(size)", unit: "ms", ours: usual.wall * 1000, goal: .atMost(750)),
            Measurement(
                "A: initial sync, \(size), processor time", unit: "ms", ours: usual.processor * 1000, goal: .atMost(750)
            ),
        ]
        rows += [
            against("A: as fast as JSONDecoder reading four fields of each event", ours, decoder, "JSONDecoder"),
            against("A: as fast as matrix-nio taking it in", ours, nio, "matrix-nio", goal: 20),
            against("A: as fast as orjson.loads", ours, orjson, "orjson"),
        ].compactMap(\.self)
        rows.append(
            Measurement(
                "A: time of 4,000 rooms in times of 1,000", unit: "x", ours: try await growth(bytes), goal: .atMost(4.4)
            ))
        if let peak = try ChildRun.peak(of: "initial-sync") {
            rows.append(
                Measurement(
                    "A: peak memory above the answer's bytes", unit: "MB", ours: Double(peak) / 1_048_576,
                    goal: .atMost(40)))
        }
        return rows
    }

    private static func decoded(_ bytes: [UInt8]) async throws -> Double {
        try await Cost.of { try JSONDecoder().decode(DecodedSync.self, from: Data(bytes)) }.cost.processor
    }

    private static func python(_ bytes: [UInt8]) throws -> PythonPeers? {
        do {
            return try PythonPeers(bytes)
        } catch let missing as PythonPeers.Missing {
            note(missing)
            return nil
        }
    }

    private static func note(_ missing: PythonPeers.Missing) {
        FileHandle.standardError.write(Data("sdn: no Python peers: \(missing.reason)\n".utf8))
    }

    /// Returns the ratio of the time for four times as many rooms to the time for the usual number. The runs of both take turns.
    private static func growth(_ bytes: [UInt8]) async throws -> Double {
        let large = SyncWorkload.initialSync(rooms: rooms * 4)
        var few: [Cost] = [], many: [Cost] = []
        for _ in 0..<BenchmarkSize.choose(4, smallest: 1) {
            few.append(try await once(bytes))
            many.append(try await once(large))
        }
        return Cost.best(many).processor / Cost.best(few).processor
    }

    @discardableResult
    static func once(_ bytes: [UInt8]) async throws -> Cost {
        try await SDNBenchmarks.inFolder { folder in
            let session = try await SDNBenchmarks.session(WorkloadPeer(initial: bytes), in: folder)
            let (cost, list) = try await Cost.of {
                try await session.start()
                return SDNBenchmarks.roomList(of: session)
            }
            await session.close()
            guard list.count > 0, list.allSatisfy({ $0.lastMessage != nil }) else {
                throw WorkloadFailure(reason: "rooms are missing")
            }
            return cost
        }
    }

    /// Both in seconds of processor time, each the best of its runs; the row shows runs per second, so that more is better.
    private static func against(_ name: String, _ ours: Cost, _ peer: [Double], _ who: String, goal: Double? = nil)
        -> Measurement?
    {
        guard let best = peer.min() else { return nil }
        return Measurement(
            name, unit: "runs/s", ours: 1 / ours.processor, peer: (who, 1 / best), goal: goal.map { .ratioAtLeast($0) })
    }
}

struct WorkloadFailure: Error { let reason: String }

/// The values that a client needs if it reads with Foundation.
struct DecodedSync: Decodable {
    struct Rooms: Decodable { var join: [String: Room] }
    struct Room: Decodable { var timeline: Events, state: Events }
    struct Events: Decodable { var events: [Event] }
    struct Event: Decodable {
        var event_id: String
        var sender: String
        var type: String
        var origin_server_ts: Int64
    }
    var rooms: Rooms
}
