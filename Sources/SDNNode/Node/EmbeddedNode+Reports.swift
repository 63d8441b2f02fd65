extension EmbeddedNode {
    /// What users have reported, for the node's operator alone: no endpoint gives it out.
    /// - Parameters:
    ///   - id: only reports after this one; 0 for all.
    ///   - limit: how many at most.
    public func reports(after id: Int64 = 0, limit: Int = 100) async throws -> [EventReport] {
        try await assembly.services.database.read { db in try ReportStore.reports(after: id, limit: max(0, limit), in: db) }
    }
}
