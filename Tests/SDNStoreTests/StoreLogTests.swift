import Foundation
import SDNSDK
import TestSupport
import Testing

struct StoreLogTests {
    /// True if the file says that it has a log beside it: both version numbers in its header (SQLite file format, 1.3.3).
    private func hasLog(_ store: MXFileStore) throws -> Bool {
        let header = try Data(contentsOf: #require(store.file)).prefix(20)
        return header.suffix(2) == Data([2, 2])
    }

    @Test("a store has a write-ahead log from its first sync on")
    func first() async throws {
        let folder = try TemporaryFolder()
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: Sample.credentials)
        try await store.write { try $0.save(Sample.outgoing(7)) }
        _ = try await store.read { try $0.rooms() }
        #expect(try !hasLog(store))
        try await store.write { try Sample.fill($0) }
        // The work after a commit is done before the next read.
        _ = try await store.read { try $0.rooms() }
        #expect(try hasLog(store))
        await store.close()
        try await store.open(with: Sample.credentials)
        #expect(try hasLog(store))
        #expect(try await store.read { try $0.outgoingMessages().map(\.localId) } == ["local7", "local1"])
        try await store.deleteAllData()
        try await store.write { try Sample.fill($0) }
        #expect(try hasLog(store))
        await store.close()
    }

    @Test("a shared store has a write-ahead log from the start")
    func shared() async throws {
        let folder = try TemporaryFolder()
        let store = MXFileStore(directory: folder.url, sharing: .processes)
        try await store.open(with: Sample.credentials)
        #expect(try hasLog(store))
        await store.close()
    }

    @Test("a first sync that fails leaves the store unchanged")
    func failing() async throws {
        struct Failed: Error {}
        let folder = try TemporaryFolder()
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: Sample.credentials)
        try await store.write { try $0.save(Sample.outgoing(7)) }
        let error = await failure {
            try await store.write { (store) throws in
                // More than the page cache holds, so that pages are in the file already when the change is taken back.
                try Sample.fill(store, messages: 3000, body: String(repeating: "x", count: 3000))
                throw Failed()
            }
        }
        #expect(error is Failed)
        #expect(try await store.read { try $0.rooms().isEmpty && $0.value(.eventStreamToken) == nil })
        #expect(try !hasLog(store))
        await store.close()
        try await store.open(with: Sample.credentials)
        #expect(try await store.read { try $0.outgoingMessages().map(\.localId) } == ["local7"])
        try await store.write { try Sample.fill($0) }
        await store.close()
    }
}
