import HeraldPeer
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("A database of the services, in each engine")
struct ServiceDatabaseTests {
    @Test("a write can be read as soon as it has returned, for each durability", arguments: StoreKind.allCases)
    func written(kind: StoreKind) async throws {
        let database = try await kind.make()
        try await database.write { try $0.saveAppUserData([1], of: "a") }
        try await database.write(durability: .process) { try $0.saveAppUserData([2], of: "b") }
        let data = try await database.read { [try $0.appUserData("a"), try $0.appUserData("b")] }
        #expect(data == [[1], [2]])
    }

    @Test("a write that throws changes nothing, and the next one is not disturbed", arguments: StoreKind.allCases)
    func undone(kind: StoreKind) async throws {
        let database = try await kind.make()
        let refusal = ServiceError(TASError.userExists)
        let error = await failure {
            try await database.write { rows in
                try rows.saveAppUserData([1], of: "a")
                throw refusal
            }
        }
        #expect(error as? ServiceError == refusal)
        try await database.write { try $0.saveAppUserData([2], of: "b") }
        let data = try await database.read { [try $0.appUserData("a"), try $0.appUserData("b")] }
        #expect(data == [nil, [2]])
    }

    @Test("a constraint that forbids a row is the same error in each engine", arguments: StoreKind.allCases)
    func constraint(kind: StoreKind) async throws {
        let database = try await kind.make()
        let info = TransactionInfo(
            id: "t", flow: "M210", state: "begun", created: UTCInstant(seconds: 1), expires: UTCInstant(seconds: 2))
        let transaction = NewTransaction(role: "tas", info: info, forgotten: UTCInstant(seconds: 3), data: [1])
        try await database.write { try $0.insertTransaction(transaction) }
        let error = await failure { try await database.write { try $0.insertTransaction(transaction) } }
        #expect((error as? ServiceDatabaseError)?.kind == .constraint, "\(error as Any)")
    }

    @Test("writes of many tasks at once are all there", arguments: StoreKind.allCases)
    func manyAtOnce(kind: StoreKind) async throws {
        let database = try await kind.make()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    try await database.write(durability: .process) { rows in
                        try rows.saveAppUserData([UInt8(number)], of: "user \(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let data = try await database.read { rows in
            try (0..<24).map { try rows.appUserData("user \($0)") }
        }
        #expect(data == (0..<24).map { [$0] })
    }

    @Test("a closed database refuses writes as a server that stops", arguments: StoreKind.allCases)
    func closed(kind: StoreKind) async throws {
        let database = try await kind.make()
        await database.close()
        let error = await failure { try await database.write { try $0.saveAppUserData([1], of: "a") } }
        #expect((error as? ServicesError)?.code == .stopped, "\(error as Any)")
    }
}
