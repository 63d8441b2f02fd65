import Foundation
import SDNSDK

/// Workload A: from the bytes of the answer to a store that has everything, committed, and the room list in order.
enum InitialSyncWork {
    static let rooms = 1_000

    static func run() async throws -> [Measurement] {
        let bytes = SyncWorkload.initialSync(rooms: rooms)
        let size = "\(rooms) rooms, \(bytes.count / 1_000_000) MB"
        let ours = try await cost(bytes, runs: 7)
        var rows = [
            Measurement("A: initial sync, \(size)", unit: "ms", ours: ours.wall * 1000, goal: .atMost(750)),
            Measurement("A: initial sync, \(size), processor time", unit: "ms", ours: ours.processor * 1000, goal: .atMost(750)),
        ]
        let decoder = try await Cost.of { try JSONDecoder().decode(DecodedSync.self, from: Data(bytes)) }.cost
        rows.append(against("A: as fast as JSONDecoder reading four fields of each event", ours, decoder.processor, "JSONDecoder"))
        switch try PythonPeers.times(bytes) {
        case .success(let times):
            rows.append(against("A: as fast as matrix-nio taking it in", ours, times.nio, "matrix-nio", goal: 20))
            rows.append(against("A: as fast as orjson.loads", ours, times.orjson, "orjson"))
        case .failure(let missing):
            FileHandle.standardError.write(Data("sdn: no Python peers: \(missing.reason)\n".utf8))
        }
        let large = SyncWorkload.initialSync(rooms: rooms * 4)
        let fourfold = try await cost(large, runs: 3)
        rows.append(
            Measurement("A: time of 4,000 rooms in times of 1,000", unit: "x", ours: fourfold.processor / ours.processor, goal: .atMost(4.4)))
        if let peak = try ChildRun.peak(of: "initial-sync") {
            rows.append(Measurement("A: peak memory above the answer's bytes", unit: "MB", ours: Double(peak) / 1_048_576, goal: .atMost(40)))
        }
        return rows
    }

    static func cost(_ bytes: [UInt8], runs: Int) async throws -> Cost {
        var costs: [Cost] = []
        for _ in 0...runs { costs.append(try await once(bytes)) }
        // The first run warms up.
        return Cost.median(Array(costs.dropFirst()))
    }

    @discardableResult
    static func once(_ bytes: [UInt8]) async throws -> Cost {
        try await SDNBenchmarks.inFolder { folder in
            let session = try await SDNBenchmarks.session(WorkloadPeer(initial: bytes), in: folder)
            let (cost, list) = try await Cost.of {
                try await session.start()
                return RoomListOrder.sorted(session.rooms.map(\.summary))
            }
            await session.close()
            guard list.count > 0, list.allSatisfy({ $0.lastMessage != nil }) else { throw WorkloadFailure(reason: "rooms are missing") }
            return cost
        }
    }

    /// Both in seconds of processor time; the row shows runs per second, so that more is better.
    private static func against(_ name: String, _ ours: Cost, _ peer: Double, _ who: String, goal: Double? = nil) -> Measurement {
        Measurement(name, unit: "runs/s", ours: 1 / ours.processor, peer: (who, 1 / peer), goal: goal.map { .ratioAtLeast($0) })
    }
}

/// The order in which an app shows rooms: favourites aside, the latest message first.
enum RoomListOrder {
    static func sorted(_ rooms: [MXRoomSummary]) -> [MXRoomSummary] {
        rooms.map { ($0, $0.lastMessage?.originServerTs ?? 0) }.sorted { $0.1 > $1.1 }.map(\.0)
    }
}

struct WorkloadFailure: Error { let reason: String }

/// What a client that reads with Foundation has to have in hand.
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
