import GRDB
import Testing

@testable import OpenDIDWallet

@Suite("Transactions of a vault's database")
struct VaultTransactionTests {
    private struct Refused: Error {}

    private func value(_ database: VaultDatabase) throws -> [UInt8]? {
        try database.read { db in try PlainRows.value("x", db) }
    }

    @Test("a write that fails changes nothing, and later writes work")
    func failure() throws {
        let database = try VaultDatabase()
        try database.write { db in try PlainRows.set([1], "x", db) }
        #expect(throws: WalletError.self) {
            try database.write { db in
                try PlainRows.set([2], "x", db)
                throw Refused()
            }
        }
        #expect(try value(database) == [1])
        try database.write { db in try PlainRows.set([3], "x", db) }
        #expect(try value(database) == [3])
    }

    @Test("a write whose transaction ended early is refused, and is not reported as damage")
    func ended() throws {
        let database = try VaultDatabase()
        let error = #expect(throws: WalletError.self) {
            try database.write { db in
                try PlainRows.set([1], "x", db)
                try db.rollback()
            }
        }
        #expect(error?.code == .storage)
        #expect(try value(database) == nil)
    }
}
