import HeraldJSON
import SDNWire
import Synchronization

/// Finds the filter parameter for a run of syncs; a filter is stored on the node once and its id remembered (SDN sheet 5.2).
struct SyncFilterChoice: Sendable {
    let session: MXSession

    /// - Returns: a filter id or, when the node stores no filters, the filter itself as JSON text.
    func resolve(_ choice: FilterChoice) async throws -> String? {
        let (savedFilter, savedId) = session.shared.withLock { ($0.filter, $0.filterId) }
        switch choice {
        case .remembered: return savedId ?? savedFilter
        case .stored(let id):
            if id != savedId || savedFilter != nil { try await remember(filter: nil, id: id) }
            return id
        case .made(let filter):
            let json = JSONValue.object(filter.json).serialized()
            let text = String(decoding: json, as: UTF8.self)
            if text == savedFilter, let savedId { return savedId }
            do {
                let answer = try await session.sdnRestClient.perform(Endpoints.setFilter, SetFilterRequest(userID: session.myUserId, filter: filter.json))
                try await remember(filter: text, id: answer.filterID)
                return answer.filterID
            } catch let error as MXError where error != .unknownToken && error != .limitExceeded {
                try await remember(filter: text, id: nil)
                return text
            }
        }
    }

    private func remember(filter: String?, id: String?) async throws {
        try await session.gate.run {
            try await session.store.write { store in
                try store.set(.syncFilter, filter)
                try store.set(.syncFilterId, id)
            }
            session.shared.withLock { shared in
                shared.filter = filter
                shared.filterId = id
            }
        }
    }
}
