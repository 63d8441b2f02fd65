import Foundation
import GRDB
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

/// Files of messages that are on their way, and drafts.
struct StoreFilesTests {
    private static let secret = "a text that nobody else may read"

    private static func file(_ member: String = "url") -> MXOutgoingAttachment {
        MXOutgoingAttachment(
            member: member, filename: member == "url" ? secret : nil, mimeType: "text/plain",
            bytes: Array((member + secret).utf8))
    }

    private static func fill(_ store: any MXStoreWriter) throws {
        try Sample.fill(store)
        try store.save(file(), ofMessage: "local1")
        try store.save(file("info.thumbnail_url"), ofMessage: "local1")
        try store.setDraft(secret, inRoom: Sample.room, threadId: nil)
        try store.setDraft(secret + " in a thread", inRoom: Sample.room, threadId: "$1")
    }

    @Test(
        "files stay with their message and are deleted with it; each thread has a draft of its own",
        arguments: StoreKind.allCases)
    func keeping(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { try Self.fill($0) }
            try await store.read { (store) throws in
                #expect(try store.attachments(ofMessage: "local1") == [Self.file("info.thumbnail_url"), Self.file()])
                #expect(try store.attachments(ofMessage: "local2").isEmpty)
                #expect(try store.draft(inRoom: Sample.room, threadId: nil) == Self.secret)
                #expect(try store.draft(inRoom: Sample.room, threadId: "$1") == Self.secret + " in a thread")
                #expect(try store.draft(inRoom: "!other:x", threadId: nil) == nil)
            }
            try await store.write { (store) throws in
                try store.deleteAttachment("url", ofMessage: "local1")
                try store.setDraft("shorter", inRoom: Sample.room, threadId: nil)
                try store.setDraft("", inRoom: Sample.room, threadId: "$1")
            }
            try await store.read { (store) throws in
                #expect(try store.attachments(ofMessage: "local1") == [Self.file("info.thumbnail_url")])
                #expect(
                    try store.draft(inRoom: Sample.room, threadId: nil) == "shorter"
                        && store.draft(inRoom: Sample.room, threadId: "$1") == nil)
            }
            try await store.write { try $0.deleteOutgoingMessage("local1") }
            #expect(try await store.read { try $0.attachments(ofMessage: "local1").isEmpty })
        }
    }

    @Test(
        "a message's content can be replaced, and the store derives the message that it waits for",
        arguments: StoreKind.allCases)
    func completing(kind: StoreKind) async throws {
        let target = kMXEventLocalEventIdPrefix + "1"
        let reaction = MXOutgoingMessage(
            localId: kMXEventLocalEventIdPrefix + "2", roomId: Sample.room, type: "m.reaction",
            content: ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(target), "key": "x"]],
            createdAt: Timestamp(milliseconds: 2))
        try await kind.withStore { store in
            try await store.write { (store) throws in
                try Sample.fill(store)
                try store.save(reaction)
            }
            #expect(try await store.read { try $0.outgoingMessage(reaction.localId)?.dependsOn } == target)
            let sent = MXOutgoingMessage(
                localId: reaction.localId, roomId: Sample.room, type: "m.reaction",
                content: ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$9", "key": "x"]],
                createdAt: Timestamp(milliseconds: 2))
            try await store.write { try $0.saveContent(of: sent) }
            #expect(try await store.read { try $0.outgoingMessage(reaction.localId) } == sent)
            #expect(sent.dependsOn == nil)
        }
    }

    @Test("no file, file name or draft of an encrypted store is readable, even if it was encrypted later")
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
            #expect(try await store.read { try $0.attachments(ofMessage: "local1").last } == Self.file())
            #expect(try await store.read { try $0.draft(inRoom: Sample.room, threadId: nil) } == Self.secret)
            await store.close()
        }
    }

    @Test("the messages of a damaged store are rescued with their files", arguments: StoreKind.permanent)
    func rescue(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        let store = try kind.make(in: folder)
        try await store.open(with: Sample.credentials)
        try await store.write { try Self.fill($0) }
        let file = try #require((store as? MXFileStore)?.file)
        await store.close()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { try $0.execute(sql: "UPDATE room SET details = x'00'") }
        try queue.close()
        try await store.open(with: Sample.credentials)
        #expect((await failure { _ = try await store.read { try $0.rooms() } } as? SDNSDKError)?.code == .storeDamaged)
        await store.close()
        try await store.open(with: Sample.credentials)
        #expect(
            try await store.read { try $0.attachments(ofMessage: "local1") } == [
                Self.file("info.thumbnail_url"), Self.file(),
            ])
        await store.close()
    }
}
