import Foundation
import TestSupport
import Testing

@testable import HeraldPostgres

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("When PostgreSQL fails", .enabled(if: PostgresServer.programs != nil), .timeLimit(.minutes(10)))
struct PostgresFaultTests {
    @Test("a wrong address, password, database or user is an error with its reason at once")
    func wrongAddress() async throws {
        let server = try await PostgresServer.make(listens: true) { folder in
            try "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n".write(
                toFile: "\(folder)/data/pg_hba.conf", atomically: false, encoding: .utf8)
        }
        let port = try #require(server.port)
        try await withPool(server) { pool async throws in
            try await pool.withConnection { try await $0.execute("CREATE ROLE anna LOGIN PASSWORD 'right'") }
            try await pool.withConnection {
                try await $0.execute("CREATE DATABASE latin ENCODING 'SQL_ASCII' TEMPLATE template0")
            }
        }
        for (url, kind, text) in [
            (
                "postgres://anna:topsecret@127.0.0.1:\(port)/postgres", PostgresError.Kind.invalidPassword,
                "password authentication failed"
            ),
            ("postgres://anna@127.0.0.1:\(port)/postgres", .invalidPassword, "password"),
            ("postgres://anna:right@127.0.0.1:\(port)/missing", .undefinedDatabase, "does not exist"),
            ("postgres://anna:right@127.0.0.1:\(port)/latin", .configuration, "UTF8"),
            ("postgres://anna:right@127.0.0.1:\(port)/postgres?sslmode=require", .tls, "SSL"),
            (server.url(user: "nobody"), .invalidPassword, "does not exist"),
        ] {
            let pool = try await PostgresPool(configuration(url: url))
            let error = await failure { try await pool.read("SELECT 1") } as? PostgresError
            #expect(error?.kind == kind, "\(String(describing: error))")
            #expect(error?.reason.contains(text) == true, "\(String(describing: error))")
            #expect(error.map { !"\($0)".contains("topsecret") } == true)
            await pool.close()
        }
        let right = try await PostgresPool(configuration(url: "postgres://anna:right@127.0.0.1:\(port)/postgres"))
        #expect(try await right.read("SELECT 1").count == 1)
        let migration = await failure { try await PostgresMigrations([]).run(on: right) } as? PostgresError
        #expect(migration?.kind == .permissionDenied)
        await right.close()
        let nowhere = try await PostgresPool(
            configuration(url: "postgres:///d?host=/tmp/herald-nowhere") { $0.leaseTime = .seconds(4) })
        #expect(try await kindOfAttempt { try await nowhere.read("SELECT 1") } == .connectionFailed)
        let error = await failure { try await nowhere.read("SELECT 1") } as? PostgresError
        #expect(error?.reason.contains("No such file") == true)
        await nowhere.close()
    }

    @Test("TLS is as strict as the URL says, and an expired certificate is refused")
    func certificates() async throws {
        let server = try await PostgresServer.make(
            "-c ssl=on -c ssl_cert_file=server.crt -c ssl_key_file=server.key", listens: true
        ) {
            folder in
            let data = "\(folder)/data"
            try PostgresServer.run(
                "cd \(data) && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout server.key -out server.crt"
                    + " -addext subjectAltName=IP:127.0.0.1 && cp server.crt ../root.crt && chmod 600 server.key && chown --reference=. server.*"
            )
            // A certificate of the same key that has expired.
            try PostgresServer.run(
                "cd \(folder) && openssl req -new -key data/server.key -subj /CN=localhost -out e.csr"
                    + " && openssl x509 -req -in e.csr -signkey data/server.key -days -1 -out expired.crt")
        }
        let address = "postgres://herald@127.0.0.1:\(try #require(server.port))/postgres?sslrootcert="
        let strict = "\(address)\(server.folder)/root.crt&sslmode=verify-full"
        try await withPool(url: strict) { pool async throws in
            #expect(
                try await pool.read("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").first?.get(0) == true)
            #expect(try await pool.read("SELECT $1::bytea", [[UInt8](repeating: 1, count: 4 << 20)]).count == 1)
        }
        try await PostgresServer.onThread { try server.stop() }
        try PostgresServer.run(
            "cp \(server.folder)/expired.crt \(server.folder)/data/server.crt && cp \(server.folder)/expired.crt \(server.folder)/root.crt"
        )
        try await PostgresServer.onThread { try server.start() }
        for (url, kind) in [(strict, PostgresError.Kind.tls), ("\(address)/dev/null&sslmode=verify-ca", .tls)] {
            let pool = try await PostgresPool(configuration(url: url))
            let error = await failure { try await pool.read("SELECT 1") } as? PostgresError
            #expect(error?.kind == kind, "\(String(describing: error))")
            await pool.close()
        }
    }

    @Test("a server that takes connections and never answers is given up")
    func silentServer() async throws {
        let server = try await PostgresServer.make()
        try await withPool(server) {
            ($0.connections, $0.answerTime, $0.cancelTime, $0.openTime, $0.leaseTime) = (
                1, .seconds(1), .milliseconds(500), .seconds(1), .seconds(8)
            )
        } _: { pool async throws in
            try await connect(pool)
            try server.signal(SIGSTOP)
            #expect(await kind { try await pool.read("SELECT 1") } == .timedOut)
            #expect(try await kindOfAttempt { try await pool.read("SELECT 1") } == .connectionFailed)
            let task = Task { try await pool.transaction { try await $0.execute("SELECT 1") } }
            task.cancel()
            #expect(await failure { try await task.value } is CancellationError)
            try server.signal(SIGCONT)
        }
    }

    @Test("a pool goes on by itself after kill -9 of the server, and keeps what was committed")
    func kills() async throws {
        let server = try await PostgresServer.make("-c fsync=on")
        let table = "CREATE TABLE t (i bigint PRIMARY KEY)"
        try await withPool(server, tables: table) {
            $0.connections = 4
        } _: { pool async throws in
            for round in 0..<3 {
                let begun = Moment()
                let committed = Shared<Set<Int>>([]), refused = Shared<Set<Int>>([])
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<4 {
                        group.addTask {
                            for number in 0..<10_000 {
                                let id = (round * 4 + writer) * 10_000 + number
                                do {
                                    try await pool.transaction {
                                        try await $0.execute("INSERT INTO t VALUES ($1)", [id])
                                    }
                                    committed.change { _ = $0.insert(id) }
                                    if number == 20 { begun.happen() }
                                } catch let error as PostgresError {
                                    #expect(error.isTemporary, "\(error)")
                                    if error.kind != .outcomeUnknown { refused.change { _ = $0.insert(id) } }
                                    return
                                }
                            }
                        }
                    }
                    await begun.wait()
                    try await PostgresServer.onThread { try server.kill() }
                    try await PostgresServer.onThread { try server.start() }
                    group.cancelAll()
                    while let result = await group.nextResult() {
                        if case .failure(let error) = result { #expect(error is CancellationError) }
                    }
                }
                let ids = Set(try await pool.read("SELECT i FROM t").map { try $0.get(0, as: Int.self) })
                #expect(committed.value.isSubset(of: ids))
                #expect(refused.value.isDisjoint(with: ids))
                try await pool.write("DELETE FROM t")
            }
        }
    }

    @Test("a commit whose answer is lost has an unknown outcome, and is not repeated")
    func unknownOutcome() async throws {
        // A commit waits for a standby that does not exist, until the server is killed.
        let server = try await PostgresServer.make("-c fsync=on -c synchronous_standby_names=nobody")
        let (schema, table) = ("unknown", "CREATE TABLE t (i bigint)")
        let local = "\(server.url())&options=-csynchronous_commit%3Dlocal"
        try await withPool(url: local, schema: schema, tables: table) { observer async throws in
            let pool = try await PostgresPool(configuration(server, schema: schema) { $0.answerTime = .seconds(600) })
            let runs = Shared(0)
            async let outcome = kind {
                // The first commits may come before the server's checkpointer knows of the standby.
                while true {
                    try await pool.transaction { transaction in
                        runs.change { $0 += 1 }
                        try await transaction.execute("INSERT INTO t VALUES (1)")
                    }
                }
            }
            while try await observer.read("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'").isEmpty {
                await Task.yield()
            }
            try await PostgresServer.onThread { try server.kill() }
            #expect(await outcome == .outcomeUnknown)
            #expect(pool.counters.unknown == 1)
            try await PostgresServer.onThread { try server.start() }
            // This one was made.
            let count = try await pool.read("SELECT count(*) FROM t").first?.get(0, as: Int.self)
            #expect(count == runs.value)
            await pool.close()
        }
    }

    @Test(
        "a database that became read-only refuses writes with its reason, and the pool follows when it is writable again"
    )
    func readOnly() async throws {
        let server = try await PostgresServer.make()
        try await withPool(server, tables: "CREATE TABLE t (i bigint)") { pool async throws in
            for isReadOnly in [true, false] {
                try await pool.withConnection {
                    try await $0.execute("SET default_transaction_read_only = off")
                    try await $0.execute(
                        "ALTER SYSTEM SET default_transaction_read_only = \(isReadOnly ? "on" : "off")")
                    $0.retire()
                }
                try await PostgresServer.onThread { try server.stop() }
                try await PostgresServer.onThread { try server.start() }
                let error = await failure { try await pool.write("INSERT INTO t VALUES (1)") } as? PostgresError
                #expect(error?.kind == (isReadOnly ? .readOnly : nil))
                if isReadOnly { #expect(error?.reason == "cannot execute INSERT in a read-only transaction") }
            }
        }
    }

    @Test("a server without free connections is an error that passes")
    func tooManyConnections() async throws {
        let server = try await PostgresServer.make(
            "-c max_connections=5 -c superuser_reserved_connections=0 -c max_wal_senders=0")
        try await withPool(server) {
            $0.connections = 5
        } _: { first in
            let held = try await (first.lease(), first.lease(), first.lease(), first.lease(), first.lease())
            let second = try await PostgresPool(configuration(server) { $0.leaseTime = .seconds(5) })
            #expect(try await kindOfAttempt { try await second.read("SELECT 1") } == .tooManyConnections)
            for connection in [held.0, held.1, held.2, held.3] { await first.release(connection) }
            held.4.retire()
            await first.release(held.4)
            try await connect(second)
            await second.close()
        }
    }
}
