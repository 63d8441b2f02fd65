import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// A space and what is in it, depth first, each room once; what the caller may not know of is left out.
    func hierarchy(_ request: HierarchyRequest, _ caller: Caller) async throws -> RawJSON {
        let limit = max(1, min(request.limit ?? SpaceHierarchy.pageLimit, SpaceHierarchy.pageLimit))
        let offset = try request.from.map(SpaceHierarchy.offset) ?? 0
        return try await read { db in
            let root = try RoomRecord.require(request.roomID, in: db)
            var walk = SpaceHierarchy(
                user: caller.userID, suggestedOnly: request.suggestedOnly, maxDepth: request.maxDepth, offset: offset, limit: limit, db: db)
            guard try walk.run(from: root) else { throw MatrixError(.forbidden, "You are not in this room.") }
            var answer = JSONObjectWriter()
            answer.add("rooms", [UInt8(ascii: "[")] + walk.page.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
            if walk.hasMore { answer.add("next_batch", "\"h\(offset + walk.page.count)\"") }
            return RawJSON(assembled: answer.finished())
        }
    }
}

/// One walk through a space.
private struct SpaceHierarchy {
    static let pageLimit = 50
    /// Beyond it nobody reads on.
    private static let roomLimit = 5_000
    /// The bytes of one page. A first room comes whatever its size.
    static let pageBytes = 1 << 20
    /// The children of a space that are looked at, those that were added first, and of all spaces together in one request.
    static let childLimit = 1_000, childEffort = 5_000
    /// A child whose content is larger is none.
    static let childBytes = 4_096

    let user: String
    let suggestedOnly: Bool
    let maxDepth: Int?
    let offset: Int
    let limit: Int
    let db: Database
    /// The rooms from the offset on, as JSON.
    private(set) var page: [[UInt8]] = []
    private(set) var hasMore = false
    private var left = childEffort

    init(user: String, suggestedOnly: Bool, maxDepth: Int?, offset: Int, limit: Int, db: Database) {
        self.user = user
        self.suggestedOnly = suggestedOnly
        self.maxDepth = maxDepth
        self.offset = offset
        self.limit = limit
        self.db = db
    }

    static func offset(_ token: String) throws(MatrixError) -> Int {
        guard token.utf8.first == UInt8(ascii: "h"), let offset = Int(token.dropFirst()), (0...roomLimit).contains(offset) else {
            throw MatrixError(.invalidParam, "from: not a token of a hierarchy.")
        }
        return offset
    }

    /// - Returns: `false` when the caller may not know of the root.
    mutating func run(from root: RoomRecord) throws -> Bool {
        var count = 0, bytes = 0
        var waiting: [(room: RoomRecord, depth: Int)] = [(root, 0)]
        var seen: Set<Int64> = [root.nid]
        while let (room, depth) = waiting.popLast() {
            guard let preview = try RoomPreview(room, for: user, in: db) else {
                if room.nid == root.nid { return false }
                continue
            }
            count += 1
            guard page.count < limit, bytes < Self.pageBytes || page.isEmpty else {
                hasMore = count <= Self.roomLimit
                return true
            }
            var json = preview.json
            // Spaces tell these of a room's preview alone.
            for member in ["membership"] { json[member] = nil }
            let children = preview.isSpace && (maxDepth.map { depth < $0 } ?? true) ? try children(of: room) : []
            if count > offset {
                json["children_state"] = .array(children.map(\.stripped))
                let room = JSONValue.object(json).serialized()
                bytes += room.count
                page.append(room)
            }
            for child in children.reversed() {
                guard let record = try RoomRecord.find(child.roomID, in: db), seen.insert(record.nid).inserted else { continue }
                waiting.append((record, depth + 1))
            }
        }
        return true
    }

    private struct Child {
        let roomID: String
        let order: String?
        let timestamp: Int64
        let stripped: JSONValue
    }

    /// The children in the order that the specification gives: by `order`, then by age, then by id.
    private mutating func children(of room: RoomRecord) throws -> [Child] {
        let entries = try StateStore.entries(room: room.nid, type: "m.space.child", in: db).prefix(min(left, Self.childLimit))
        left -= entries.count
        return try entries.compactMap { entry -> Child? in
            guard let event = try EventStore.event(room: room.nid, ord: entry.ord, in: db), event.content.count <= Self.childBytes else { return nil }
            let content = event.contentObject
            guard content["via"]?.arrayValue?.isEmpty == false, !suggestedOnly || content["suggested"] == true else { return nil }
            let order = content["order"]?.stringValue.flatMap { Self.isOrder($0) ? $0 : nil }
            return Child(
                roomID: entry.stateKey, order: order, timestamp: event.timestamp,
                stripped: [
                    "type": .string(event.type), "state_key": .string(entry.stateKey), "content": .object(content), "sender": .string(event.sender),
                    "origin_server_ts": .int(event.timestamp),
                ])
        }.sorted { left, right in
            // Those with an order come before those without.
            switch (left.order, right.order) {
            case (let a?, let b?) where a != b: return a < b
            case (_?, nil): return true
            case (nil, _?): return false
            default: return (left.timestamp, left.roomID) < (right.timestamp, right.roomID)
            }
        }
    }

    private static func isOrder(_ text: String) -> Bool { text.utf8.count <= 50 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
