extension EmbeddedNode {
    /// Returns the reports of users. They are for the node's operator only, and no endpoint returns them.
    /// - Parameters:
    ///   - id: returns only reports after this one. Defaults to 0, which returns all.
    ///   - limit: the most reports to return. Defaults to 100.
    /// - Throws: an error of the database if it cannot be read.
    public func reports(after id: Int64 = 0, limit: Int = 100) async throws -> [EventReport] {
        try await assembly.services.database.read { db in
            try ReportStore.reports(after: id, limit: max(0, limit), in: db)
        }
    }
}
