import HeraldJSON

extension Endpoints {
    /// Searches messages (SDN sheet 7.4).
    /// Matrix: [search](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3search).
    package static let search = Endpoint<SearchRequest, RawJSON>(.post, .client(.r0), "search")
    /// Searches users.
    /// Matrix: [searchUserDirectory](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3user_directorysearch).
    package static let searchUsers = Endpoint<SearchUsersRequest, RawJSON>(
        .post, .client(.r0), "user_directory/search", history: .matrix(MatrixVersion(major: 0, minor: 3)))
}

/// A search body as the caller wrote it: `search_categories` and its members.
package struct SearchRequest: WireRequest, Hashable {
    package var body: JSONObject
    /// The `next_batch` of the previous page, to continue from there.
    package var nextBatch: String?

    package init(body: JSONObject, nextBatch: String? = nil) {
        self.body = body
        self.nextBatch = nextBatch
    }
    package init(parts: RequestParts) throws {
        self.body = try parts.object().value
        self.nextBatch = parts.query["next_batch"].flatMap { $0.isEmpty ? nil : $0 }
    }
    package func parts() -> RequestParts {
        RequestParts(query: nextBatch.map { ["next_batch": $0] } ?? [:], body: .object(body))
    }
}

/// The parsed and checked members of `search_categories.room_events`.
package struct RoomEventsSearch: Sendable, Hashable {
    package enum Order: String, Sendable, Hashable {
        /// The best match comes first.
        case rank
        /// The newest event comes first.
        case recent
    }

    /// The number of events to return before and after each result.
    package struct Context: Sendable, Hashable {
        package var before: Int
        package var after: Int
        package var includesProfile: Bool
    }

    /// The content members that a search can cover.
    package static let allKeys = ["content.body", "content.name", "content.topic"]

    package var term: String
    /// The content members to search, a subset of ``allKeys``.
    package var keys: [String]
    package var filter: RoomEventFilter
    package var order: Order
    package var context: Context?
    package var includesState: Bool
    /// The groupings to compute: `room_id`, `sender` or both.
    package var groupings: [String]

    /// Parses the body of a search. Returns `nil` when the body does not ask for room events.
    /// - Throws: `JSONError` or ``WireError`` naming the member.
    package init?(body: JSONObject) throws {
        guard let asked = try JSONReader(body).object("search_categories").optionalObject("room_events") else {
            return nil
        }
        self.term = try asked.string("search_term")
        self.keys = try asked.optionalStrings("keys").map { $0.filter(Self.allKeys.contains) } ?? Self.allKeys
        self.filter = try asked.optionalObject("filter").map { try RoomEventFilter(json: $0) } ?? RoomEventFilter()
        guard let order = Order(rawValue: try asked.optionalString("order_by") ?? Order.rank.rawValue) else {
            throw WireError(.invalid, field: asked.path(of: "order_by"), reason: "expected rank or recent")
        }
        self.order = order
        self.context = try asked.optionalObject("event_context").map { wanted in
            Context(
                before: try Self.count("before_limit", wanted), after: try Self.count("after_limit", wanted),
                includesProfile: try wanted.optionalBool("include_profile") ?? false)
        }
        self.includesState = try asked.optionalBool("include_state") ?? false
        self.groupings =
            try asked.optionalObject("groupings")?.optionalObjects("group_by")?.map { try $0.string("key") } ?? []
        if let unknown = groupings.first(where: { $0 != "room_id" && $0 != "sender" }) {
            throw WireError(
                .invalid, field: "search_categories.room_events.groupings",
                reason: "expected room_id or sender, but it is \(unknown.prefix(20))")
        }
    }

    private static func count(_ key: String, _ json: JSONReader) throws -> Int {
        let asked = try json.optionalInt(key) ?? 5
        guard asked >= 0 else {
            throw WireError(.invalid, field: json.path(of: key), reason: "expected a whole number of 0 or more")
        }
        return Int(clamping: asked)
    }
}

package struct SearchUsersRequest: WireRequest, Hashable {
    package var term: String
    package var limit: Int?

    package init(term: String, limit: Int? = nil) {
        self.term = term
        self.limit = limit
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.term = try body.string("search_term")
        self.limit = try body.optionalInt("limit").map { asked in
            guard asked >= 0 else {
                throw WireError(.invalid, field: "limit", reason: "expected a whole number of 0 or more")
            }
            return Int(clamping: asked)
        }
    }
    package func parts() -> RequestParts {
        var object: JSONObject = ["search_term": .string(term)]
        object.set("limit", limit.map(Int64.init))
        return RequestParts(body: .object(object))
    }
}
