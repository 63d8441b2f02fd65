import HeraldLocks
import HeraldJSON
import SDNClient
import SDNValues
import SDNWire

/// Determines the filter parameter for a run of syncs. A filter is stored on the node once and its ID is remembered (SDN sheet 5.2).
struct SyncFilterChoice: Sendable {
    let session: MXSession

    /// Returns the filter parameter for a choice, and stores the filter on the node if needed.
    /// - Returns: a filter ID; the filter itself as JSON text when the node stores no filters.
    func resolve(_ choice: FilterChoice) async throws -> String? {
        let (savedFilter, savedId) = session.shared.withLock { ($0.filter, $0.filterId) }
        switch choice {
        case .stored(let id):
            if id != savedId || savedFilter != nil { try await remember(filter: nil, id: id, isOther: id != savedId) }
            return id
        case .made(let filter):
            let json = JSONValue.object(filter.json).serialized()
            let text = String(decoding: json, as: UTF8.self)
            if text == savedFilter, let savedId { return savedId }
            let isOther = text != savedFilter
            do {
                let answer = try await session.sdnRestClient.perform(
                    Endpoints.setFilter, SetFilterRequest(userID: try session.requireUserId(), filter: filter.json))
                try await remember(filter: text, id: answer.filterID, isOther: isOther && answer.filterID != savedId)
                return answer.filterID
            } catch let error as MXError where error != .unknownToken && error != .limitExceeded {
                try await remember(filter: text, id: nil, isOther: isOther)
                return text
            }
        }
    }

    /// Stores the filter and its ID for the next run.
    /// - Parameter isOther: true when the filter may select other events than the previous filter. The stored token is then removed, so
    ///   that the next sync is an initial one and brings the older events too.
    private func remember(filter: String?, id: String?, isOther: Bool) async throws {
        try await session.gate.run {
            try await session.store.write { store in
                try store.set(.syncFilter, filter)
                try store.set(.syncFilterId, id)
                if isOther { try store.set(.eventStreamToken, nil) }
            }
            session.shared.withLock { shared in
                shared.filter = filter
                shared.filterId = id
                if isOther { shared.token = nil }
            }
        }
    }

    /// Returns true when a filter excludes no room. If a room is absent from an initial response to such a filter, the user has left the
    /// room. A filter that is known only by its ID is assumed to exclude no room.
    static func listsEveryRoom(_ filter: String?) -> Bool {
        guard let rooms = filter.flatMap({ try? JSONValue(parsing: $0) })?["room"] else { return true }
        return rooms["rooms"] == nil && rooms["not_rooms"] == nil
    }
}

extension FilterChoice {
    /// True when syncs with this filter are sure to show that a room became encrypted. A filter that is known only by its ID may hide it.
    var showsEncryption: Bool {
        guard case .made(let filter) = self, FilterChoice.hasOnly(FilterChoice.harmless, filter.json) else {
            return false
        }
        let room = filter.json["room"]?.objectValue ?? [:]
        return FilterChoice.hasOnly(FilterChoice.harmlessInRoom, room) && FilterChoice.admits(filter.state)
            && FilterChoice.admits(filter.timeline)
    }

    private static func admits(_ filter: MXRoomEventFilter) -> Bool {
        guard hasOnly(harmlessInPart, filter.json) else { return false }
        let type = EventType.encryption
        return filter.types.map { EventTypePatterns($0).matches(type) } ?? true
            && !(filter.notTypes.map { EventTypePatterns($0).matches(type) } ?? false)
    }

    /// True when an object has no other members. A member that is not known here, or that selects rooms or senders, may hide events.
    private static func hasOnly(_ names: Set<String>, _ object: JSONObject) -> Bool {
        object.allSatisfy { names.contains($0.key) }
    }

    private static let harmless: Set = ["room", "presence", "account_data", "event_format"]
    private static let harmlessInRoom: Set = ["state", "timeline", "ephemeral", "account_data", "include_leave"]
    private static let harmlessInPart: Set = [
        "limit", "lazy_load_members", "include_redundant_members", "unread_thread_notifications", "types", "not_types",
    ]
}
