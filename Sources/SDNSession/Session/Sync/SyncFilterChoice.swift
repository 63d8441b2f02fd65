import HeraldLocks
import HeraldJSON
import SDNClient
import SDNValues
import SDNWire
import Synchronization

/// Determines the filter parameter for a run of syncs. A filter is stored on the node once and its id is remembered (SDN sheet 5.2).
struct SyncFilterChoice: Sendable {
    let session: MXSession

    /// Resolves a choice.
    /// - Returns: a filter id; the filter itself as JSON text when the node stores no filters.
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
                    Endpoints.setFilter, SetFilterRequest(userID: session.myUserId, filter: filter.json))
                try await remember(filter: text, id: answer.filterID, isOther: isOther && answer.filterID != savedId)
                return answer.filterID
            } catch let error as MXError where error != .unknownToken && error != .limitExceeded {
                try await remember(filter: text, id: nil, isOther: isOther)
                return text
            }
        }
    }

    /// Stores the filter and its id for the next run.
    /// - Parameter isOther: true when the filter may let other events pass than the previous one. A sync after the token would not bring the older
    ///   events that the previous filter left out, so the next sync is an initial one.
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

    /// Returns true when a filter lets every room pass, so that a room that is absent from an initial response is one that the user has left. A
    /// filter that is known only by its id is assumed to let every room pass.
    static func listsEveryRoom(_ filter: String?) -> Bool {
        guard let rooms = filter.flatMap({ try? JSONValue(parsing: $0) })?["room"] else { return true }
        return rooms["rooms"] == nil && rooms["not_rooms"] == nil
    }
}
