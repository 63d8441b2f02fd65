import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Returns a space and its rooms, depth first and each once. Rooms that the caller may not know of are left out.
    func hierarchy(_ request: HierarchyRequest, _ caller: Caller) async throws -> RawJSON {
        let limit = max(1, min(request.limit ?? SpaceHierarchy.pageLimit, SpaceHierarchy.pageLimit))
        let offset = try SpaceHierarchy.offset(of: request)
        return try await read { db in
            let root = try RoomRecord.require(request.roomID, in: db)
            var walk = SpaceHierarchy(
                user: caller.userID, suggestedOnly: request.suggestedOnly, maxDepth: request.maxDepth, db: db)
            guard try walk.run(from: root, skipping: offset, upTo: limit) else {
                throw MatrixError(.forbidden, "You are not in this room.")
            }
            var answer = JSONObjectWriter()
            answer.add("rooms", JSONText.array(walk.rooms))
            let next = offset + walk.rooms.count
            if walk.hasMore, SpaceHierarchy.isOffset(next) {
                answer.add("next_batch", #""\#(HierarchyToken(offset: next, of: request))""#)
            }
            return RawJSON(assembled: answer.finished())
        }
    }
}

/// One traversal of a space.
private struct SpaceHierarchy {
    static let pageLimit = 50
    /// The most rooms of all pages together.
    private static let roomLimit = 5_000
    /// The most children that one request reads: of one space, oldest first, and of all spaces together.
    static let childLimit = 1_000, childWorkLimit = 5_000
    /// The most rooms that one request reads without showing them. Each 128 bytes of a join rule count as one more room. The request ends at the
    /// limit.
    static let unseenWorkLimit = 5_000
    private static let ruleBytes = 128
    /// The bytes of state after which a traversal reads no more rooms. If the page has rooms, its token leads to the rest.
    private static let stateBytes = 8 << 20
    /// The largest content of a child event in bytes. A child with larger content is ignored.
    static let childContent = 4_096
    /// The most bytes of child events that one room of a space hierarchy has. Further child events are left out, but the traversal still visits all
    /// children.
    private static let childBytes = 256 << 10

    let user: String
    let suggestedOnly: Bool
    let maxDepth: Int?
    let db: Database
    /// The rooms of the page, as JSON.
    private(set) var rooms: [[UInt8]] = []
    /// True if more rooms follow the page.
    private(set) var hasMore = false
    private var left = childWorkLimit
    private var unseen = unseenWorkLimit
    /// The bytes of state that were read.
    private var looked = 0

    init(user: String, suggestedOnly: Bool, maxDepth: Int?, db: Database) {
        self.user = user
        self.suggestedOnly = suggestedOnly
        self.maxDepth = maxDepth
        self.db = db
    }

    /// - Throws: `M_INVALID_PARAM` if the token is none of the request's hierarchy.
    static func offset(of request: HierarchyRequest) throws(MatrixError) -> Int {
        guard let from = request.from else { return 0 }
        let token = try HierarchyToken(from, of: request)
        guard isOffset(token.offset) else {
            throw MatrixError(.invalidParam, "from: a hierarchy has at most \(roomLimit) rooms.")
        }
        return token.offset
    }

    static func isOffset(_ offset: Int) -> Bool { (0...roomLimit).contains(offset) }

    /// Traverses until the page is full. For the rooms of earlier pages, only their visibility and children are read again.
    /// - Parameters:
    ///   - skipped: the number of rooms on earlier pages.
    ///   - limit: the most rooms of this page.
    /// - Returns: `false` if the caller may not know of the root.
    mutating func run(from root: RoomRecord, skipping skipped: Int, upTo limit: Int) throws -> Bool {
        var waiting: [(room: RoomRecord, depth: Int)] = [(root, 0)], count = 0
        var seen: Set<RoomRowID> = [root.rowID], space = PageSpace()
        while let (room, depth) = waiting.popLast() {
            guard looked < Self.stateBytes else {
                // A page without rooms has no token, because the token would lead to the same page again.
                hasMore = !rooms.isEmpty
                return true
            }
            let before = looked
            guard let known = try KnownRoom(room, for: user, looked: &looked, in: db) else {
                if room.rowID == root.rowID { return false }
                // A room that the caller may not know of does not fill the page, but it can be expensive to read. Such rooms therefore count against
                // a limit of their own.
                unseen -= 1 + (looked - before) / Self.ruleBytes
                guard unseen > 0 else { return true }
                continue
            }
            count += 1
            guard count <= skipped || rooms.count < limit else {
                hasMore = true
                return true
            }
            let goesDeeper = maxDepth.map { depth < $0 } ?? true
            // A space of the last level shows its links to children, but the traversal does not follow them.
            let children =
                try (goesDeeper || count > skipped) && known.isSpace(looked: &looked, in: db) ? children(of: room) : []
            if count > skipped {
                let json = try json(of: RoomPreview(known, looked: &looked, in: db), children)
                guard space.takes(json.count) else {
                    hasMore = true
                    return true
                }
                rooms.append(json)
            }
            guard goesDeeper else { continue }
            for child in children.reversed() {
                guard let record = try RoomRecord.find(child.roomID, in: db), seen.insert(record.rowID).inserted else {
                    continue
                }
                waiting.append((record, depth + 1))
            }
        }
        return true
    }

    private struct Child {
        let roomID: String
        let order: String?
        let timestamp: Timestamp
        let ord: Int64
    }

    private func json(of preview: RoomPreview, _ children: [Child]) throws -> [UInt8] {
        var object = JSONObjectWriter(), space = PageSpace(Self.childBytes), shown: [[UInt8]] = []
        // The membership is left out, because only a room summary contains it.
        for (member, value) in preview.json where member != "membership" { object.add(member, value.serialized()) }
        for child in children {
            guard let event = try EventStore.event(room: preview.room.rowID, ord: child.ord, in: db) else { continue }
            var stripped = JSONObjectWriter()
            stripped.add("type", JSONText.quoted(event.type))
            stripped.add("state_key", JSONText.quoted(child.roomID))
            stripped.add("content", event.content)
            stripped.add("sender", JSONText.quoted(event.sender))
            stripped.add("origin_server_ts", "\(event.timestamp.milliseconds)")
            let json = stripped.finished()
            guard space.takes(json.count) else { break }
            shown.append(json)
        }
        object.add("children_state", JSONText.array(shown))
        return object.finished()
    }

    /// Returns the children in the order of the specification: by `order`, then by age, then by ID.
    private mutating func children(of room: RoomRecord) throws -> [Child] {
        guard left > 0 else { return [] }
        let entries = try StateStore.entries(room: room.rowID, type: "m.space.child", in: db).prefix(
            min(left, Self.childLimit))
        left -= entries.count
        return try entries.compactMap { entry -> Child? in
            guard looked < Self.stateBytes, let event = try EventStore.event(room: room.rowID, ord: entry.ord, in: db)
            else { return nil }
            looked += event.content.count
            guard event.content.count <= Self.childContent else { return nil }
            let content = event.contentObject
            guard content["via"]?.arrayValue?.isEmpty == false, !suggestedOnly || content["suggested"] == true else {
                return nil
            }
            let order = content["order"]?.stringValue.flatMap { Self.isOrder($0) ? $0 : nil }
            return Child(roomID: entry.stateKey, order: order, timestamp: event.timestamp, ord: entry.ord)
        }.sorted { left, right in
            // Children with an order come before those without.
            switch (left.order, right.order) {
            case (let a?, let b?) where a != b: return a < b
            case (_?, nil): return true
            case (nil, _?): return false
            default: return (left.timestamp, left.roomID) < (right.timestamp, right.roomID)
            }
        }
    }

    private static func isOrder(_ text: String) -> Bool {
        text.utf8.count <= 50 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
