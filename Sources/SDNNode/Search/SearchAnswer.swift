import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// The default number of results on a page, and the largest number.
    private static let searchPage = 10, searchCap = 100

    /// Searches for messages (SDN sheet 7.4).
    func search(_ request: SearchRequest, _ caller: Caller) async throws -> LongAnswer {
        guard let asked = try RoomEventsSearch(body: request.body) else {
            return LongAnswer(Array(#"{"search_categories":{}}"#.utf8))
        }
        let from = try request.nextBatch.map(SearchToken.init)
        let limit = max(1, min(asked.filter.limit ?? Self.searchPage, Self.searchCap))
        let now = services.now(), services = services
        guard asked.filter.listBytes <= services.configuration.filterLimits.bytes else {
            throw MatrixError(
                .invalidParam,
                "search_categories.room_events.filter: at most \(services.configuration.filterLimits.bytes) bytes are allowed."
            )
        }
        guard asked.term.utf8.count <= SearchTerm.byteLimit else {
            throw MatrixError(
                .invalidParam,
                "search_categories.room_events.search_term: at most \(SearchTerm.byteLimit) bytes are allowed.")
        }
        await services.searchIndex.prepare()
        return try await read { db in
            var search = MessageSearch(
                asked, caller, db, ignored: try services.ignored.read(caller.userID, in: db),
                bound: try from?.bound ?? EventStore.position(in: db))
            let hits = try search.hits()
            let first = from?.index(in: hits, asked.order) ?? 0
            var page = SearchPage(search: search, rooms: self, now: now)
            for hit in hits.dropFirst(first).prefix(limit) {
                guard try page.takes(hit) else { break }
            }
            var out = Array(#"{"search_categories":{"room_events":{"count":\#(hits.count),"highlights":"#.utf8)
            out += JSONValue.array(SearchTerm(asked.term).words.map(JSONValue.string)).serialized()
            out += Array(#","results":"#.utf8) + JSONText.array(page.results)
            let next = first + page.count
            // A full page has a token even if it is the last one. Stock clients then learn from an empty page that there is no more.
            if page.count > 0, next < hits.count || page.count == limit {
                out += Array(
                    #","next_batch":"\#(SearchToken(after: hits[next - 1].ord, count: next, bound: search.bound))""#
                        .utf8)
            }
            if !asked.groupings.isEmpty { out += Array(#","groups":"#.utf8) + page.groups().serialized() }
            guard asked.includesState else { return LongAnswer(out + Array("}}}".utf8)) }
            var state = page.state
            out += Array(#","state":{"#.utf8)
            try state.write(to: &out, search.accesses, now: now, in: db)
            return LongAnswer(out, then: state.isDone ? nil : state)
        }
    }
}
