import Foundation
import GRDB
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

/// Large files of messages that are on their way: they are stored in parts.
struct StoreFilePartsTests {
    private static let secret = "a text that nobody else may read"
    /// Two whole parts and the beginning of a third one.
    private static let parts: [[UInt8]] = (0..<3).map { number in
        Array(secret.utf8)
            + [UInt8](repeating: UInt8(number), count: number < 2 ? MXOutgoingAttachment.partSize - 32 : 5)
    }
    private static let whole: [[UInt8]?] = parts.map { $0 } + [nil]
    private static let none = [[UInt8]?](repeating: nil, count: 4)
    private static let file = MXOutgoingAttachment(
        member: "url", filename: "clip.mp4", mimeType: "video/mp4", sizeOfParts: Int64(parts.joined().count))

    private static func fill(_ store: any MXStoreWriter, withFile: Bool = true) throws {
        try Sample.fill(store)
        try addFile(store, withFile: withFile)
    }

    private static func addFile(_ store: any MXStoreWriter, withFile: Bool = true) throws {
        for (number, part) in parts.enumerated() {
            try store.saveAttachmentPart(part, number: Int64(number), of: "url", ofMessage: "local1")
        }
        if withFile { try store.save(file, ofMessage: "local1") }
    }

    private static func read(_ store: any MXStore) async throws -> [[UInt8]?] {
        try await store.read { store in
            try (0..<4).map { try store.attachmentPart($0, of: "url", ofMessage: "local1") }
        }
    }

    @Test(
        "a file in parts stays with its message, and its parts are deleted with either", arguments: StoreKind.allCases)
    func keeping(kind: StoreKind) async throws {
        try await kind.withStore { store in
            #expect(try await store.read { $0.storesAttachmentParts })
            try await store.write { try Self.fill($0) }
            #expect(try await store.read { try $0.attachments(ofMessage: "local1") } == [Self.file])
            #expect(try await Self.read(store) == Self.whole)
            try await store.write { try $0.moveOutgoingMessageToEnd("local1") }
            #expect(try await Self.read(store) == Self.whole)
            try await store.write { try $0.deleteAttachment("url", ofMessage: "local1") }
            #expect(try await Self.read(store) == Self.none)
            try await store.write { try Self.addFile($0) }
            try await store.write { try $0.deleteOutgoingMessage("local1") }
            #expect(try await Self.read(store) == Self.none)
        }
    }

    @Test(
        "parts whose file was never stored are deleted when the store is opened, unless another process may still be storing it",
        arguments: StoreKind.permanent)
    func lost(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            let store = try kind.make(in: folder)
            try await store.open(with: Sample.credentials)
            let isFirst = try await store.read { try $0.outgoingMessage("local1") } == nil
            if isFirst { try await store.write { try Self.fill($0, withFile: false) } }
            let expected = isFirst || kind == .shared ? Self.whole : Self.none
            #expect(try await Self.read(store) == expected)
            await store.close()
        }
    }

    @Test("no part in an encrypted store is readable, even if it was encrypted later")
    func sealed() async throws {
        for kind in [StoreKind.encrypted, .file] {
            let folder = try TemporaryFolder()
            let first = try kind.make(in: folder)
            try await first.open(with: Sample.credentials)
            try await first.write { try Self.fill($0) }
            await first.close()
            #expect(folder.files.contains { $0.data.range(of: Data(Self.secret.utf8)) != nil } == (kind == .file))
            let store = try StoreKind.encrypted.make(in: folder)
            try await store.open(with: Sample.credentials)
            #expect(!folder.files.contains { $0.data.range(of: Data(Self.secret.utf8)) != nil })
            #expect(try await Self.read(store) == Self.whole)
            await store.close()
        }
    }

    @Test(
        "a damaged store passes files in parts on; a file of which a part is lost is left out",
        arguments: [true, false])
    func rescue(isWhole: Bool) async throws {
        let folder = try TemporaryFolder()
        let store = try StoreKind.encrypted.make(in: folder)
        try await store.open(with: Sample.credentials)
        try await store.write { try Self.fill($0) }
        let file = try #require((store as? MXFileStore)?.file)
        await store.close()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { db in
            try db.execute(sql: "UPDATE room SET details = x'00'")
            if !isWhole { try db.execute(sql: "UPDATE attachmentPart SET bytes = x'00' WHERE number = 1") }
        }
        try queue.close()
        try await store.open(with: Sample.credentials)
        #expect((await failure { _ = try await store.read { try $0.rooms() } } as? SDNSDKError)?.code == .storeDamaged)
        await store.close()
        try await store.open(with: Sample.credentials)
        #expect(try await store.read { try $0.outgoingMessage("local1") } != nil)
        #expect(try await store.read { try $0.attachments(ofMessage: "local1") } == (isWhole ? [Self.file] : []))
        #expect(try await Self.read(store) == (isWhole ? Self.whole : Self.none))
        await store.close()
    }
}
