import Foundation
import GRDB
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The database file of a process")
struct DatabaseFileTests {
    private let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private func name(for roles: Set<ServiceRole>) throws -> String {
        URL(fileURLWithPath: try DatabaseFile.path(in: directory.url, for: roles)).lastPathComponent
    }

    /// Has a process keep keys of its roles.
    private func settle(_ roles: Set<ServiceRole>, keysOf residents: Set<ServiceRole>? = nil) async throws {
        let database = try SQLiteDatabase(.directory(directory.url), roles: roles, migrations: SQLiteSchema.migrations)
        let names = (residents ?? roles).map(\.rawValue)
        try await database.write { rows in
            for name in names {
                try rows.sqlite.execute(
                    sql:
                        "INSERT INTO service_identity (role, did, document, keys) VALUES (?, 'did:omn:x', x'00', x'00')",
                    arguments: [name])
            }
        }
        await database.close()
    }

    @Test("the trust agent uses opendid.sqlite, and every other process has a file of its own beside it")
    func names() async throws {
        #expect(try name(for: [.tas, .list, .noti]) == "opendid.sqlite")
        #expect(try name(for: Set(ServiceRole.allCases)) == "opendid.sqlite")
        try await settle([.tas])
        #expect(try name(for: [.issuer]) == "opendid-issuer.sqlite")
        #expect(try name(for: [.verifier, .cas]) == "opendid-cas-verifier.sqlite")
        try await settle([.issuer])
        #expect(try name(for: [.issuer]) == "opendid-issuer.sqlite")
        #expect(try name(for: [.tas]) == "opendid.sqlite")
        #expect(try name(for: [.gateway]) == "opendid-gateway.sqlite")
    }

    @Test("roles whose keys are in opendid.sqlite continue there, separately and together")
    func inTrustAgentsFile() async throws {
        try await settle(Set(ServiceRole.allCases), keysOf: [.tas, .issuer, .verifier])
        for roles in [[.issuer], [.verifier], [.issuer, .verifier], [.tas], Set(ServiceRole.allCases)]
            as [Set<ServiceRole>]
        {
            #expect(try name(for: roles) == "opendid.sqlite")
        }
        #expect(try name(for: [.cas]) == "opendid-cas.sqlite")
    }

    @Test(
        "a process with another set of roles finds their records, or names the file that has them and does not start"
    )
    func regrouped() async throws {
        try await settle([.issuer, .verifier])
        #expect(try name(for: [.issuer]) == "opendid-issuer-verifier.sqlite")
        try await settle([.cas])
        for roles in [[.tas, .issuer], [.issuer, .cas], Set(ServiceRole.allCases)] as [Set<ServiceRole>] {
            #expect { try name(for: roles) } throws: { ($0 as? ServicesError)?.code == .configuration }
        }
        #expect(throws: ServicesError.self) {
            try SQLiteDatabase(.directory(directory.url), roles: [.tas, .issuer], migrations: SQLiteSchema.migrations)
        }
    }

    @Test("a copy of a file beside it is ignored")
    func copy() async throws {
        try await settle([.issuer])
        let file = directory.url.appendingPathComponent("opendid-issuer.sqlite")
        try FileManager.default.copyItem(at: file, to: directory.url.appendingPathComponent("opendid-monday.sqlite"))
        try FileManager.default.copyItem(at: file, to: directory.url.appendingPathComponent("opendid-issuer-2.sqlite"))
        #expect(try name(for: [.issuer]) == "opendid-issuer.sqlite")
    }

    @Test("a file that is not a database is reported and not changed")
    func unreadable() throws {
        let file = directory.url.appendingPathComponent("opendid.sqlite")
        let bytes = Data(String(repeating: "no database ", count: 1000).utf8)
        try bytes.write(to: file)
        #expect { try name(for: [.issuer]) } throws: { ($0 as? ServicesError)?.code == .databaseUnreadable }
        #expect(try Data(contentsOf: file) == bytes)
    }
}
