import Foundation
import GRDB

/// The rows in which a store keeps values about itself.
extension Database {
    func sessionText(_ key: String) throws -> String? {
        try String.fetchOne(self, sql: "SELECT value FROM session WHERE key = ?", arguments: [key])
    }

    func sessionBytes(_ key: String) throws -> Data? {
        try Data.fetchOne(self, sql: "SELECT value FROM session WHERE key = ?", arguments: [key])
    }

    func hasSessionValue(_ key: String) throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM session WHERE key = ?)", arguments: [key]) ?? false
    }

    func setSessionValue(_ key: String, _ value: some DatabaseValueConvertible) throws {
        try execute(sql: "INSERT OR REPLACE INTO session (key, value) VALUES (?, ?)", arguments: [key, value])
    }

    func deleteSessionValue(_ key: String) throws {
        try execute(sql: "DELETE FROM session WHERE key = ?", arguments: [key])
    }

    /// Removes a value only if it begins with `start`.
    func deleteSessionValue(_ key: String, beginningWith start: String) throws {
        try execute(sql: "DELETE FROM session WHERE key = ? AND value LIKE ?", arguments: [key, start + "%"])
    }
}
