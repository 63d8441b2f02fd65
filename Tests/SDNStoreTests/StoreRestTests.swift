import Dispatch
import SDNSDK
import TestSupport
import Testing

@Suite("A file store that rests", .timeLimit(.minutes(10)))
struct StoreRestTests {
    private func open(_ kind: StoreKind, in folder: TemporaryFolder) async throws -> MXFileStore {
        let store = try #require(try kind.make(in: folder) as? MXFileStore)
        try await store.open(with: Sample.credentials)
        return store
    }

    @Test("a rest between two parts of a file does not delete the first part", arguments: StoreKind.permanent)
    func betweenParts(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        let store = try await open(kind, in: folder)
        try await store.write { store in
            try Sample.fill(store)
            try store.saveAttachmentPart([1], number: 0, of: "url", ofMessage: "local1")
        }
        await store.rest()
        try await store.write { try $0.saveAttachmentPart([2], number: 1, of: "url", ofMessage: "local1") }
        let parts = try await store.read { store in
            try (0..<2).map { try store.attachmentPart($0, of: "url", ofMessage: "local1") }
        }
        #expect(parts == [[1], [2]])
        await store.close()
    }

    @Test("a store that is in use rests when it is no longer used")
    func afterUse() async throws {
        let folder = try TemporaryFolder()
        let store = try await open(.file, in: folder)
        let (hasBegun, mayEnd) = (OneShot<Void>(), DispatchSemaphore(value: 0))
        let reading = Task {
            try await store.read { _ in
                hasBegun.fulfil(.success(()))
                mayEnd.wait()
            }
        }
        try await hasBegun.value()
        await store.rest()
        mayEnd.signal()
        try await reading.value
        let other = MXFileStore(directory: folder.url)
        while await failure(of: { try await other.open(with: Sample.credentials) }) != nil { await Task.yield() }
        await other.close()
        #expect(try await store.read { try $0.value(.eventStreamToken) } == nil)
        await store.close()
    }

    @Test("a rest that waits for the end of a use does not take the lease of the next run of syncs")
    func usedAgain() async throws {
        let folder = try TemporaryFolder()
        let (store, other) = (
            MXFileStore(directory: folder.url, sharing: .processes),
            MXFileStore(directory: folder.url, sharing: .processes)
        )
        try await store.open(with: Sample.credentials)
        try await other.open(with: Sample.credentials)
        #expect(try await store.takeSyncLease(for: .seconds(600)))
        let (hasBegun, mayEnd) = (OneShot<Void>(), DispatchSemaphore(value: 0))
        let reading = Task {
            try await store.read { _ in
                hasBegun.fulfil(.success(()))
                mayEnd.wait()
            }
        }
        try await hasBegun.value()
        await store.rest()
        await store.use()
        mayEnd.signal()
        try await reading.value
        // A rest would begin in a task of its own.
        for _ in 0..<1_000 { await Task.yield() }
        await store.use()
        #expect(try await !other.takeSyncLease(for: .seconds(600)))
        await other.close()
        await store.close()
    }
}
