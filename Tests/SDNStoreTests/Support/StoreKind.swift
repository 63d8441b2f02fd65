import Foundation
import HeraldJSON
import SDNSDK
import SDNStoreEncryption
import TestSupport
import Testing

/// Every store that keeps everything; one suite is held against all of them.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory, file, encrypted, shared

    var testDescription: String { rawValue }
    static let permanent: [StoreKind] = [.file, .encrypted, .shared]
    static let key = [UInt8](0..<32)

    func make(in folder: TemporaryFolder) throws -> any MXStore {
        switch self {
        case .memory: MXMemoryStore()
        case .file: MXFileStore(directory: folder.url)
        case .encrypted: try MXFileStore(directory: folder.url, encryptionKey: StoreKind.key)
        case .shared: MXFileStore(directory: folder.url, sharing: .processes)
        }
    }

    /// An open store, closed and gone when the body ends.
    func withStore<T>(_ body: (any MXStore) async throws -> T) async throws -> T {
        let folder = try TemporaryFolder()
        let store = try make(in: folder)
        try await store.open(with: Sample.credentials)
        do {
            let result = try await body(store)
            await store.close()
            return result
        } catch {
            await store.close()
            throw error
        }
    }
}

enum Sample {
    static let room = "!room:node.example"
    static var credentials: MXCredentials {
        MXCredentials(node: "http://node.example", userId: "@me:node.example", accessToken: "token")
    }

    static func message(_ number: Int, body: String = "hello") throws -> MXEvent {
        try MXEvent(
            json: [
                "type": "m.room.message", "event_id": .string("$\(number)"), "sender": "@a:b",
                "origin_server_ts": .int(Int64(1000 + number)),
                "content": ["msgtype": "m.text", "body": .string(body)],
            ], roomId: room)
    }

    static func state(_ type: String, _ key: String, _ content: JSONObject, id: String) throws -> MXEvent {
        try MXEvent(
            json: [
                "type": .string(type), "state_key": .string(key), "event_id": .string(id), "sender": "@a:b",
                "content": .object(content),
            ], roomId: room)
    }

    static func outgoing(_ number: Int, body: String = "on its way") -> MXOutgoingMessage {
        MXOutgoingMessage(
            localId: "local\(number)", roomId: room, type: "m.room.message", content: ["body": .string(body)],
            createdAt: Timestamp(milliseconds: Int64(number)))
    }

    /// A room with messages `1...count`, oldest first, in one segment.
    static func fill(_ store: any MXStoreWriter, messages count: Int = 5, body: String = "hello") throws {
        try store.save(MXRoomSummary(roomId: room, membership: .join, details: ["name": .string(body)]))
        var segment = try store.addSegment(toRoom: room, prevToken: "t", isComplete: false)
        for number in 1...count { _ = try store.append(message(number, body: body), to: &segment) }
        try store.save(segment)
        var summary = try store.room(room) ?? MXRoomSummary(roomId: room, membership: .join)
        summary = MXRoomSummary(roomId: room, membership: .join, details: summary.details)
        try store.save(summary)
        try store.setState(state("m.room.topic", "", ["topic": .string(body)], id: "$topic"), ofRoom: room)
        try store.save(MXUserProfile(userId: "@a:b", displayname: body, avatarUrl: "mxc://a/b"))
        try store.setAccountData(MXEvent(json: ["type": "m.note", "content": ["text": .string(body)]]), inRoom: nil)
        try store.save(outgoing(1, body: body))
        try store.set(.eventStreamToken, "s1")
    }
}
