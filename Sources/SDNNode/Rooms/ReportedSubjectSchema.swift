import GRDB

/// The changes that let reports name a room or a user, and let old reports be found.
enum ReportedSubjectSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "subjects of reports, version 1",
            { db in
                try db.execute(
                    sql: """
                        ALTER TABLE report ADD COLUMN user_id TEXT NOT NULL DEFAULT '';
                        DROP INDEX report_reporter;
                        CREATE INDEX report_subject ON report (reporter, room_id, event_id, user_id);
                        CREATE INDEX report_time ON report (reported_at);
                        """)
            }
        )
    ]
}
