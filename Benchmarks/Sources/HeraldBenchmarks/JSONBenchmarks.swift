import Foundation
import HeraldJSON

/// Reading a large sync response. The peers are Foundation's two readers.
enum JSONBenchmarks: BenchmarkSuite {
    static let name = "json"

    static func run() throws -> [Measurement] {
        let bytes = SyncFixture.bytes()
        let data = Data(bytes)
        let megabytes = Double(bytes.count) / 1e6
        let label = "\(bytes.count / 1_000_000) MB sync response"

        let check = try Stopwatch.perSecond(rounds: 3) {
            Stopwatch.keep(try JSONDocument(bytes))
        } against: {
            Stopwatch.keep(try JSONSerialization.jsonObject(with: data))
        }
        let fields = try Stopwatch.perSecond(rounds: 3) {
            Stopwatch.keep(try events(bytes))
        } against: {
            Stopwatch.keep(try JSONDecoder().decode(SyncAnswer.self, from: data))
        }
        let tree = try Stopwatch.perSecond(rounds: 3) { Stopwatch.keep(try JSONValue(parsing: bytes)) }
        let value = try JSONValue(parsing: bytes)
        let write = Stopwatch.perSecond(rounds: 3) { Stopwatch.keep(value.serialized()) }

        return [
            Measurement(
                "\(label), checked and indexed", unit: "MB/s", ours: check.ours * megabytes,
                peer: ("JSONSerialization", check.peer * megabytes), goal: .atLeast(500)),
            Measurement(
                "\(label), four fields of each of \(SyncFixture.events) events", unit: "MB/s",
                ours: fields.ours * megabytes,
                peer: ("JSONDecoder", fields.peer * megabytes), goal: .atLeast(500)),
            Measurement(
                "\(label), as a tree", unit: "MB/s", ours: tree * megabytes,
                peer: ("JSONSerialization", check.peer * megabytes)),
            Measurement("\(label), its tree written with sorted keys", unit: "MB/s", ours: write * megabytes),
        ]
    }

    /// The members of an event that both readers read.
    struct Event: Decodable {
        var event_id: String
        var sender: String
        var type: String
        var origin_server_ts: Int64
    }

    struct SyncAnswer: Decodable {
        struct Rooms: Decodable { var join: [String: Room] }
        struct Room: Decodable { var timeline: Events, state: Events }
        struct Events: Decodable { var events: [Event] }
        var rooms: Rooms
    }

    struct FixtureMismatch: Error {}

    static func events(_ bytes: [UInt8]) throws -> [Event] {
        let document = try JSONDocument(bytes)
        guard let rooms = document.root["rooms"]?["join"] else { throw FixtureMismatch() }
        var result: [Event] = []
        result.reserveCapacity(SyncFixture.events)
        for (_, room) in rooms.members {
            for part in [room["timeline"], room["state"]] {
                guard let events = part?["events"] else { throw FixtureMismatch() }
                for event in events.elements {
                    guard let id = event["event_id"]?.string, let sender = event["sender"]?.string,
                        let type = event["type"]?.string,
                        let time = event["origin_server_ts"]?.int
                    else { throw FixtureMismatch() }
                    result.append(Event(event_id: id, sender: sender, type: type, origin_server_ts: time))
                }
            }
        }
        return result
    }
}
