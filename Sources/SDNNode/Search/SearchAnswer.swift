import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// The default and the cap of results on a page, and of events around one.
    private static let searchPage = 10, searchCap = 100, contextCap = 50

    /// Looks for messages (SDN sheet 7.4).
    func search(_ request: SearchRequest, _ caller: Caller) async throws -> RawJSON {
        guard let asked = try RoomEventsSearch(body: request.body) else { return RawJSON(assembled: Array(#"{"search_categories":{}}"#.utf8)) }
        let offset = try request.nextBatch.map(Self.searchOffset) ?? 0
        let limit = max(1, min(asked.filter.limit ?? Self.searchPage, Self.searchCap))
        let now = services.now(), services = services
        guard asked.filter.listBytes <= services.configuration.filterLimits.bytes else {
            throw MatrixError(.invalidParam, "search_categories.room_events.filter: at most \(services.configuration.filterLimits.bytes) bytes are read.")
        }
        return try await read { db in
            var search = MessageSearch(asked, caller, db, ignored: try services.ignored.read(caller.userID, in: db))
            let hits = try search.hits()
            let page = try hits.dropFirst(offset).prefix(limit).compactMap { hit in try search.event(hit).map { (hit, $0) } }
            var out = Array(#"{"search_categories":{"room_events":{"count":\#(hits.count),"highlights":"#.utf8)
            out += JSONValue.array(SearchTerm(asked.term).words.map(JSONValue.string)).serialized()
            out += Array(#","results":["#.utf8)
            for (index, (hit, event)) in page.enumerated() {
                guard let access = search.accesses[hit.room] else { continue }
                if index > 0 { out.append(UInt8(ascii: ",")) }
                out += Array(#"{"rank":"#.utf8) + JSONValue.double(hit.rank).serialized() + Array(#","result":"#.utf8)
                try ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now).append(event, to: &out)
                if let context = asked.context { try appendContext(context, of: event, access, ignored: search.ignored, caller, now, db, to: &out) }
                out.append(UInt8(ascii: "}"))
            }
            out.append(UInt8(ascii: "]"))
            if offset + limit < hits.count { out += Array(#","next_batch":"n\#(offset + limit)""#.utf8) }
            if asked.includesState { try appendState(of: page.map(\.0.room), search.accesses, caller, now, db, to: &out) }
            if !asked.groupings.isEmpty { out += Array(#","groups":"#.utf8) + Self.groups(page, asked.groupings, search.accesses).serialized() }
            out += Array("}}}".utf8)
            return RawJSON(assembled: out)
        }
    }

    private static func searchOffset(_ token: String) throws(MatrixError) -> Int {
        guard token.utf8.first == UInt8(ascii: "n"), let offset = Int32(token.dropFirst()), offset >= 0 else {
            throw MatrixError(.invalidParam, "next_batch: not a token of a search.")
        }
        return Int(offset)
    }

    private func appendContext(
        _ context: RoomEventsSearch.Context, of event: StoredEvent, _ access: RoomAccess, ignored: Set<String>, _ caller: Caller, _ now: Int64,
        _ db: Database, to out: inout [UInt8]
    ) throws {
        let matcher = EventMatcher(RoomEventFilter(), room: access.room.roomID, ignored: ignored)
        let before = try TimelinePage.read(
            room: access.room, after: 0, upTo: event.ord - 1, newestFirst: true, limit: min(context.before, Self.contextCap), history: access.history,
            matcher: matcher, in: db)
        let after = try TimelinePage.read(
            room: access.room, after: event.ord, upTo: access.newest, newestFirst: false, limit: min(context.after, Self.contextCap),
            history: access.history, matcher: matcher, in: db)
        let first = before.events.last ?? event, last = after.events.last ?? event
        let writer = ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now)
        out += Array(#","context":{"start":"\#(StreamToken(first.ord - 1))","end":"\#(StreamToken(last.ord))","events_before":"#.utf8)
        try writer.appendList(before.events, to: &out)
        out += Array(#","events_after":"#.utf8)
        try writer.appendList(after.events, to: &out)
        if context.includesProfile {
            var profiles = JSONObject()
            let position = min(event.ord, access.statePosition)
            for member in try Self.members(sending: before.events + [event] + after.events, room: access.room.nid, at: position, in: db) {
                guard let user = member.stateKey else { continue }
                let content = member.contentObject
                var profile = JSONObject()
                profile.set("displayname", content["displayname"]?.stringValue)
                profile.set("avatar_url", content["avatar_url"]?.stringValue)
                profiles[user] = .object(profile)
            }
            out += Array(#","profile_info":"#.utf8) + JSONValue.object(profiles).serialized()
        }
        out.append(UInt8(ascii: "}"))
    }

    private func appendState(
        of rooms: [Int64], _ accesses: [Int64: RoomAccess], _ caller: Caller, _ now: Int64, _ db: Database, to out: inout [UInt8]
    ) throws {
        out += Array(#","state":{"#.utf8)
        for (index, room) in Set(rooms).sorted().enumerated() {
            guard let access = accesses[room] else { continue }
            if index > 0 { out.append(UInt8(ascii: ",")) }
            JSONText.appendQuoted(access.room.roomID, to: &out)
            out.append(UInt8(ascii: ":"))
            let events = try StateStore.entries(room: room, at: access.stateAt, in: db).compactMap { try EventStore.event(room: room, ord: $0.ord, in: db) }
            try ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now).appendList(events, to: &out)
        }
        out.append(UInt8(ascii: "}"))
    }

    /// The page's results by room and by sender.
    private static func groups(
        _ page: [(MessageSearch.Hit, StoredEvent)], _ groupings: [String], _ accesses: [Int64: RoomAccess]
    ) -> JSONValue {
        var groups = JSONObject()
        for grouping in Set(groupings) {
            var members = JSONObject()
            for (hit, event) in page {
                guard let key = grouping == "sender" ? event.sender : accesses[hit.room]?.room.roomID else { continue }
                var group = members[key]?.objectValue ?? ["order": .int(Int64(members.count)), "results": []]
                group["results"] = .array((group["results"]?.arrayValue ?? []) + [.string(event.eventID)])
                members[key] = .object(group)
            }
            groups[grouping] = .object(members)
        }
        return .object(groups)
    }
}
