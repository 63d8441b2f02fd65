import HeraldJSON
import SDNWire

extension RoomService {
    /// Stores a filter of the caller. An equal filter is stored once. Above the limit, the caller's oldest filter is deleted.
    func setFilter(_ request: SetFilterRequest, _ caller: Caller) async throws -> FilterIDResponse {
        try Self.requireSelf(request.userID, caller)
        try FilterForm.check(SyncFilter(json: JSONReader(request.filter)))
        let body = JSONValue.object(request.filter).serialized()
        let limits = services.configuration.filterLimits
        guard body.count <= limits.bytes else {
            throw MatrixError(.tooLarge, "body: a filter has at most \(limits.bytes) bytes.")
        }
        let id = try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            return try SyncFilterStore.keep(body, of: caller.userID, limit: limits.perUser, in: db)
        }
        return FilterIDResponse(filterID: String(id))
    }

    func filter(_ request: FilterRequest, _ caller: Caller) async throws -> RawJSON {
        try Self.requireSelf(request.userID, caller)
        guard let body = try await storedFilter(request.filterID, caller) else {
            throw MatrixError(.notFound, "This filter does not exist.")
        }
        return RawJSON(assembled: body)
    }

    /// Returns the filter of a sync, from inline JSON or from the ID of a stored one.
    /// - Throws: `M_INVALID_PARAM` if the JSON is no filter; `M_BAD_JSON` if ``FilterForm`` refuses it; `M_UNKNOWN` if the ID is unknown.
    func resolveFilter(_ text: String?, _ caller: Caller) async throws -> ResolvedFilter {
        guard let text else { return .none }
        if text.utf8.first == UInt8(ascii: "{") {
            let filter = try read(Array(text.utf8), atMost: services.configuration.filterLimits.bytes)
            try FilterForm.check(filter.filter)
            return filter
        }
        if let id = Int64(text), let known = filters.filter(caller.userID, id) { return known }
        guard let id = Int64(text), let stored = try await storedFilter(text, caller) else {
            throw MatrixError(.unknown, "filter: this filter does not exist.")
        }
        // The size of a stored filter is not checked again, because it was checked when the filter was stored.
        let filter = try read(stored, atMost: stored.count)
        filters.note(filter, of: caller.userID, id, bytes: stored.count)
        return filter
    }

    private func read(_ body: [UInt8], atMost limit: Int) throws(MatrixError) -> ResolvedFilter {
        do {
            return ResolvedFilter(
                try SyncFilter(json: JSONReader(JSONValue(parsing: body, limits: JSONLimits(maxBytes: limit)))))
        } catch {
            throw MatrixError(.invalidParam, "filter: \(error).")
        }
    }

    private func storedFilter(_ text: String, _ caller: Caller) async throws -> [UInt8]? {
        guard let id = Int64(text) else { return nil }
        return try await read { db in try SyncFilterStore.body(id, of: caller.userID, in: db) }
    }
}
