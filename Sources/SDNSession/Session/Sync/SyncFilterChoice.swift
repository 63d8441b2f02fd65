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
