import GRDB

@testable import OpenDIDServices

/// Everything that the servers have stored, every column of every row: registry, users, wallets, credentials, offers, nonces, messages to
/// people, and transactions with what they hold and every answer that was given.
struct StoredState: Sendable, Equatable {
    /// The rows in the order of their keys, as one text because it is compared after each of thousands of messages.
    private struct Table: Sendable, Equatable {
        let name: String
        let columns: [String]
        let text: String

        var rows: [[String]] {
            text.split(separator: StoredState.rowEnd).map { row in
                row.split(separator: StoredState.columnEnd, omittingEmptySubsequences: false).map(String.init)
            }
        }

        func row(_ values: [String]) -> [String: String] { Dictionary(zip(columns, values)) { first, _ in first } }
    }

    /// A row that is another one now.
    struct Change: Sendable, CustomStringConvertible {
        let table: String
        /// Empty when there are more or fewer rows.
        let columns: Set<String>
        /// Each value by its column, as SQL writes it.
        var before: [String: String] = [:]
        var after: [String: String] = [:]

        var description: String { "\(table) \(columns.sorted())" }
    }

    // Neither is in a value: SQL writes bytes in hexadecimal digits, and texts that the servers store have no control characters.
    private static let rowEnd: Character = "\u{1E}"
    private static let columnEnd: Character = "\u{1F}"
    private let tables: [Table]

    init(_ database: any ServiceDatabase) async throws {
        tables = try await database.read { rows in
            let db = try rows.sqlite
            return try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
                .map {
                    name in
                    let columns = try String.fetchAll(
                        db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [name])
                    let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || char(31) || ")
                    let text = try String.fetchOne(
                        db, sql: "SELECT group_concat(\(row), char(30)) FROM \"\(name)\"")
                    return Table(name: name, columns: columns, text: text ?? "")
                }
        }
    }

    /// Returns the differences from an earlier state.
    func changes(since earlier: StoredState) -> [Change] {
        zip(earlier.tables, tables).filter { $0 != $1 }.flatMap { old, new -> [Change] in
            let (before, after) = (old.rows, new.rows)
            guard before.count == after.count else { return [Change(table: new.name, columns: [])] }
            return zip(before, after).filter { $0 != $1 }.map { before, after in
                let (before, after) = (old.row(before), new.row(after))
                return Change(
                    table: new.name, columns: Set(after.keys.filter { before[$0] != after[$0] }), before: before,
                    after: after)
            }
        }
    }
}
