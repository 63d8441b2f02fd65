import HeraldJSON
import SDNWire

/// Lists and deletes users' reports for the operator.
struct AdministeredReports: Sendable {
    let services: NodeServices

    /// Returns a page of the reports, in the order in which they were made.
    func list(_ page: OperatorPage) async throws -> JSONValue {
        let from = try page.number
        return try await services.database.read { db in
            let reports = try ReportStore.reports(after: from, limit: page.limit + 1, in: db)
            return .object(
                page.answer("reports", reports.map { .object(Self.members(of: $0)) }, next: { String(reports[$0].id) }))
        }
    }

    /// Deletes a report.
    /// - Throws: `M_NOT_FOUND` if there is no such report.
    func delete(_ id: String) async throws {
        let isRemoved = try await services.database.write(queue: AdministeredRooms.queue) { db in
            try Int64(id).map { try ReportStore.remove($0, in: db) } ?? false
        }
        guard isRemoved else { throw MatrixError(.notFound, "There is no report with this number.") }
    }

    private static func members(of report: UserReport) -> JSONObject {
        var members: JSONObject = [
            "report_id": .int(report.id), "reporter": .string(report.reporter),
            "reported_at": .int(report.reportedAt.milliseconds),
        ]
        members.set("room_id", report.roomID)
        members.set("event_id", report.eventID)
        members.set("user_id", report.userID)
        members.set("score", report.score)
        members.set("reason", report.reason)
        return members
    }
}
