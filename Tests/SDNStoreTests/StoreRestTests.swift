import SDNSDK
import TestSupport
import Testing

@Suite("A file store that rests", .timeLimit(.minutes(3)))
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
}
