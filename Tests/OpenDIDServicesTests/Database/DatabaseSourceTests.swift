import Foundation
import HeraldPeer
import OpenDID_DataModel
import Synchronization
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("A database that a source opens")
struct DatabaseSourceTests {
    /// Notes what the servers do with a source and its databases.
    private final class Record: Sendable {
        private let state = Mutex<(opened: [Set<ServiceRole>], closed: Int)>(([], 0))
        var opened: [Set<ServiceRole>] { state.withLock(\.opened) }
        var closed: Int { state.withLock(\.closed) }
        func open(_ roles: Set<ServiceRole>) { state.withLock { $0.opened.append(roles) } }
        func close() { state.withLock { $0.closed += 1 } }
    }

    private struct RecordedDatabase: ForwardingDatabase {
        let database: SQLiteDatabase
        let record: Record
        /// The error of every write.
        let failure: ServiceDatabaseError?

        func write<T: Sendable>(
            durability: GroupCommitWriter.Durability, _ body: @escaping @Sendable (any ServiceRows) throws -> T
        ) async throws -> T {
            if let failure { throw failure }
            return try await database.write(durability: durability, body)
        }

        func close() async {
            record.close()
            await database.close()
        }
    }

    private let directory: TemporaryFolder
    private let record = Record()

    init() throws { directory = try TemporaryFolder() }

    private var source: ServiceDatabaseSource { source(failure: nil) }

    private func source(failure: ServiceDatabaseError?) -> ServiceDatabaseSource {
        let (directory, record) = (directory, record)
        return ServiceDatabaseSource(name: "test://host/database") { roles in
            record.open(roles)
            return RecordedDatabase(
                database: try SQLiteDatabase(.directory(directory.url), migrations: SQLiteSchema.migrations),
                record: record, failure: failure)
        }
    }

    private func start(
        _ passphrase: String?, roles: Set<ServiceRole> = [.tas, .issuer]
    ) async throws -> OpenDIDServices {
        try await OpenDIDServices.start(
            ServicesConfiguration(
                roles: roles, publicBaseURL: "http://services.test", storage: .database(source),
                passphrase: passphrase.map { ServiceSecret($0) }))
    }

    private func document(_ services: OpenDIDServices, of role: ServiceRole) async throws -> [UInt8]? {
        try await services.database.read { rows in try rows.identity(of: role.rawValue)?.document }
    }

    @Test("two processes have the same keys, which are derived from the passphrase and the database's salt")
    func twoProcesses() async throws {
        let first = try await start("the operator's")
        let second = try await start("the operator's")
        let document = try await document(first, of: .issuer)
        #expect(try await self.document(second, of: .issuer) == document)
        #expect(document != nil)
        #expect(record.opened == [[.tas, .issuer], [.tas, .issuer]])
        await first.stop()
        await second.stop()
        #expect(record.closed == 2)
        let keys = directory.url.appendingPathComponent("keys").path
        #expect(!FileManager.default.fileExists(atPath: keys))
    }

    @Test("without a passphrase the database is not opened, and the error names it")
    func withoutPassphrase() async throws {
        await #expect {
            _ = try await start(nil)
        } throws: { error in
            guard let error = error as? ServicesError else { return false }
            return error.code == .storageKey && error.field == "passphrase"
                && error.reason.contains("test://host/database")
        }
        #expect(record.opened.isEmpty)
    }

    @Test("with another passphrase the servers do not start, close the database and change nothing")
    func otherPassphrase() async throws {
        let first = try await start("the operator's")
        let document = try await document(first, of: .tas)
        await first.stop()
        await #expect {
            _ = try await start("another")
        } throws: { error in
            (error as? ServicesError)?.code == .storageKey
        }
        #expect(record.opened.count == 2 && record.closed == 2)
        let again = try await start("the operator's")
        #expect(try await self.document(again, of: .tas) == document)
        await again.stop()
    }

    @Test("a database that was opened is closed if the configuration lacks something")
    func lacking() async throws {
        await #expect {
            _ = try await start("the operator's", roles: [.issuer])
        } throws: { error in
            (error as? ServicesError)?.field == "addresses.tas"
        }
        #expect(record.opened == [[.issuer]] && record.closed == 1)
    }

    @Test("a database that fails while the servers start is an error of the start, and is closed")
    func failing() async throws {
        for kind in [ServiceDatabaseError.Kind.temporary(retryAfter: .seconds(5)), .other] {
            let source = source(failure: ServiceDatabaseError(kind, reason: "PostgreSQL (53100): the disk is full"))
            await #expect {
                _ = try await OpenDIDServices.start(
                    ServicesConfiguration(
                        roles: [.tas], publicBaseURL: "http://services.test", storage: .database(source),
                        passphrase: ServiceSecret("the operator's")))
            } throws: { error in
                guard let error = error as? ServicesError else { return false }
                return error.code == (kind == .other ? .databaseUnreadable : .databaseUnreachable)
                    && error.field == "database"
                    && error.reason
                        == "the database failed while the servers started: PostgreSQL (53100): the disk is full"
            }
        }
        #expect(record.opened.count == 2 && record.closed == 2)
    }

    @Test("a source is compared and described by its name")
    func names() {
        let storage = ServicesConfiguration.Storage.database(source)
        #expect(storage == .database(source))
        #expect(source.description == "test://host/database")
        #expect(storage != .memory)
    }
}
