import Foundation
import HeraldJSON
import SDNWire
@testable import SDNNode

extension RoomUser {
    /// Makes state of about so many bytes, in pieces of 32 KiB.
    func fill(_ room: String, with bytes: Int) async throws {
        let text = JSONValue.string(String(repeating: "x", count: 32 << 10))
        try await append(
            to: room,
            (0..<max(bytes >> 15, 1)).map {
                EventDraft(type: "org.example.large", stateKey: "\($0)", sender: userID, content: ["text": text])
            })
    }

    /// Has so many people come into a room that is open to all.
    func crowd(_ room: String, _ count: Int) async throws {
        try await append(
            to: room,
            (0..<count).map {
                .member("@user\($0):x", .join, by: "@user\($0):x", ["displayname": .string("Member \($0)")])
            })
    }

    /// Appends events of any senders in one write.
    func append(to room: String, _ drafts: [EventDraft]) async throws {
        let services = node.assembly.services, now = node.clock.read()
        try await services.database.write { db in
            var log = RoomLog(db, room: try RoomRecord.require(room, in: db), now: now, push: services.push)
            for draft in drafts { try log.append(draft) }
            _ = try services.audiences.toWake(by: log)
        }
    }

    /// The first part of a handler's answer, before the rest is read.
    func begin(_ target: String) async throws -> NodeResponse {
        let handler = node.assembly.handler
        let request = NodeRequest(
            method: "GET", target: "/_matrix/client/v3/" + target, authorization: "Bearer " + token)
        guard case .admitted(let admitted) = await handler.admit(request) else { throw Refused() }
        return await handler.respond(admitted, to: request)
    }

    struct Refused: Error {}
}
