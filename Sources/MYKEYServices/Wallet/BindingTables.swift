import GRDB

/// Bindings in memory. They are lost at the end of the process.
public actor MemoryBindingTable: BindingTable {
    private var all: [Binding] = []

    /// Creates an empty table.
    public init() {}

    public func bindings(appKey: String, chain: String) -> [Binding] {
        all.filter { ExactText($0.appKey) == ExactText(appKey) && $0.chain == chain }
    }

    public func bind(_ binding: Binding) throws(MYKEYServicesError) {
        let near = bindings(appKey: binding.appKey, chain: binding.chain)
        if near.contains(where: { $0.means(binding) }) { return }
        guard !near.contains(where: { $0.userKey == binding.userKey || $0.account == binding.account }) else {
            throw MYKEYServicesError(.value, field: "binding", reason: "the user or the account has another binding")
        }
        all.append(binding)
    }

    public func unbind(appKey: String) { all.removeAll { ExactText($0.appKey) == ExactText(appKey) } }
}

/// Bindings in a SQLite file.
public struct SQLiteBindingTable: BindingTable {
    private let queue: DatabaseQueue

    /// Opens a table.
    /// - Parameter path: the path of the file, which is created if it does not exist.
    /// - Throws: ``MYKEYServicesError`` `database`.
    public init(path: String) throws(MYKEYServicesError) {
        try StoreFile.prepare(path)
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { database in
                // The table's constraints allow each user and each account only one binding, even if a second process uses the same file.
                try database.execute(
                    sql: """
                        CREATE TABLE IF NOT EXISTS binding (
                            appKey TEXT NOT NULL, chain TEXT NOT NULL, userKey TEXT NOT NULL, account TEXT NOT NULL, uuID TEXT NOT NULL,
                            PRIMARY KEY (appKey, chain, userKey), UNIQUE (appKey, chain, account)
                        ) STRICT, WITHOUT ROWID
                        """)
            }
        } catch {
            throw Self.failed
        }
    }

    public func bindings(appKey: String, chain: String) async throws(MYKEYServicesError) -> [Binding] {
        do {
            return try await queue.read { database in
                try Row.fetchAll(
                    database, sql: "SELECT uuID, account FROM binding WHERE appKey = ? AND chain = ?",
                    arguments: [appKey, chain]
                ).map { Binding(appKey: appKey, uuID: $0["uuID"], chain: chain, account: $0["account"]) }
            }
        } catch {
            throw Self.failed
        }
    }

    /// Returns all bindings with all dapps, sorted by dapp and chain.
    /// - Throws: ``MYKEYServicesError`` `database`.
    public func all() async throws(MYKEYServicesError) -> [Binding] {
        do {
            return try await queue.read { database in
                try Row.fetchAll(
                    database, sql: "SELECT appKey, chain, uuID, account FROM binding ORDER BY appKey, chain, userKey"
                )
                .map { Binding(appKey: $0["appKey"], uuID: $0["uuID"], chain: $0["chain"], account: $0["account"]) }
            }
        } catch {
            throw Self.failed
        }
    }

    public func bind(_ binding: Binding) async throws(MYKEYServicesError) {
        do {
            try await queue.write { database in
                let isThere = try Bool.fetchOne(
                    database,
                    sql:
                        "SELECT EXISTS (SELECT 1 FROM binding WHERE appKey = ? AND chain = ? AND userKey = ? AND account = ?)",
                    arguments: [binding.appKey, binding.chain, binding.userKey.text, binding.account])
                guard isThere != true else { return }
                try database.execute(
                    sql: "INSERT INTO binding (appKey, chain, userKey, account, uuID) VALUES (?, ?, ?, ?, ?)",
                    arguments: [binding.appKey, binding.chain, binding.userKey.text, binding.account, binding.uuID])
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw MYKEYServicesError(.value, field: "binding", reason: "the user or the account has another binding")
        } catch {
            throw Self.failed
        }
    }

    public func unbind(appKey: String) async throws(MYKEYServicesError) {
        do {
            try await queue.write { try $0.execute(sql: "DELETE FROM binding WHERE appKey = ?", arguments: [appKey]) }
        } catch {
            throw Self.failed
        }
    }

    private static var failed: MYKEYServicesError {
        MYKEYServicesError(.database, field: "bindings", reason: "the file of bindings cannot be read or written")
    }
}
