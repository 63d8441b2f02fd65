import Foundation
import HeraldJSON
import Synchronization

/// Users who send a message and sync it back, in turns.
final class NodeStranger: HostileStranger {
    static let source = "127.0.0.3"
    let operations = ["send", "sync"]
    private let people: [NodePerson]
    private let port: Int
    private let tokens: Mutex<[String]>

    init(_ people: [NodePerson], port: Int) throws {
        self.people = people
        self.port = port
        tokens = Mutex(
            try people.map { person in
                let answer = try RawHTTP(from: Self.source, to: port).ask(
                    RawRequest(path: "/_matrix/client/v3/sync?timeout=0", token: person.token))
                guard
                    let token = try JSONValue(parsing: answer.body, limits: JSONLimits(maxBytes: 64 << 20))[
                        "next_batch"]?.stringValue
                else {
                    throw NodePerson.Refused(status: answer.status)
                }
                return token
            })
    }

    func round(_ number: Int) async -> [Double] {
        let index = number % people.count, person = people[index]
        let room = NodeWorld.escaped(person.room)
        let sent = AnswerTime.milliseconds {
            let request = NodeAttack.put(
                "rooms/\(room)/send/m.room.message/t\(number)", person.token,
                ["msgtype": "m.text", "body": .string("hello \(number)")])
            return try ask(request).status == 200
        }
        let since = tokens.withLock { $0[index] }
        let synced = AnswerTime.milliseconds {
            let answer = try ask(
                RawRequest(path: "/_matrix/client/v3/sync?timeout=0&since=\(since)", token: person.token))
            guard answer.status == 200,
                let next = try JSONValue(parsing: answer.body, limits: JSONLimits(maxBytes: 64 << 20))["next_batch"]?
                    .stringValue
            else { return false }
            tokens.withLock { $0[index] = next }
            return true
        }
        return [sent, synced]
    }

    /// Uses a new connection, because a new client must be able to connect.
    private func ask(_ request: RawRequest) throws -> RawAnswer {
        var request = request
        request.closes = true
        return try RawHTTP(from: Self.source, to: port, seconds: Int(AnswerTime.limit)).ask(request)
    }
}
