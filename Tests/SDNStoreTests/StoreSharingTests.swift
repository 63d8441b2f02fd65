import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

struct StoreSharingTests {
    private func open(_ folder: TemporaryFolder, _ sharing: MXStoreSharing = .processes) async throws -> MXFileStore {
        let store = MXFileStore(directory: folder.url, sharing: sharing)
        try await store.open(with: Sample.credentials)
        return store
    }

    @Test("each of two openers of a shared store sees the other's changes, each once")
    func seeing() async throws {
        let folder = try TemporaryFolder()
        let (one, two) = (try await open(folder), try await open(folder))
        let start = try await two.changes(after: 0).generation
        try await one.write { try Sample.fill($0) }
        #expect(try await two.read { try $0.event("$2", inRoom: Sample.room)?.body } == "hello")
        let changes = try await two.changes(after: start)
        #expect(
            changes.rooms.map(\.roomId) == [Sample.room] && changes.eventStreamToken == "s1"
                && changes.outgoingMessages.count == 1)
        #expect(try await two.changes(after: changes.generation).rooms.isEmpty)
        try await two.write { try $0.save(MXRoomSummary(roomId: "!own:x", membership: .join)) }
        let own = try await two.changes(after: changes.generation)
        #expect(
            own.rooms.isEmpty && own.generation > changes.generation, "what an opener wrote itself is no news to it")
        #expect(try await one.changes(after: changes.generation).rooms.map(\.roomId) == ["!own:x"])
        await one.close()
        await two.close()
    }

    @Test("a session follows rooms and account data that another one has stored")
    func followingAnotherSession() async throws {
        let folder = try TemporaryFolder()
        let other = try await open(folder)
        let session = MXSession(sdnRestClient: MXRestClient(credentials: Sample.credentials))
        try await session.setStore(MXFileStore(directory: folder.url, sharing: .processes))
        #expect(session.rooms.isEmpty && session.accountData(ofType: "m.note") == nil)
        try await other.write { try Sample.fill($0) }
        try await session.catchUpWithStore()
        #expect(
            session.rooms.map(\.roomId) == [Sample.room]
                && session.accountData(ofType: "m.note")?.content == ["text": "hello"])
        let note = try MXEvent(json: ["type": "m.note", "content": ["text": "changed"]])
        try await other.write { try $0.setAccountData(note, inRoom: nil) }
        try await session.catchUpWithStore()
        #expect(session.accountData(ofType: "m.note")?.content == ["text": "changed"])
        await session.close()
        await other.close()
    }

    @Test("a store is shared only if all of its openers ask for it")
    func notAsked() async throws {
        let folder = try TemporaryFolder()
        let shared = try await open(folder)
        #expect((await failure { _ = try await open(folder, .exclusive) } as? SDNSDKError)?.code == .storeInUse)
        await shared.close()
        let alone = try await open(folder, .exclusive)
        #expect(try await alone.takeSyncLease(for: .seconds(1)))
        await alone.close()
    }

    @Test("one opener at a time has the sync lease, and closing passes it on")
    func lease() async throws {
        let folder = try TemporaryFolder()
        let (one, two) = (try await open(folder), try await open(folder))
        #expect(try await one.takeSyncLease(for: .seconds(3_600)))
        #expect(try await one.takeSyncLease(for: .seconds(3_600)))
        #expect(try await !two.takeSyncLease(for: .seconds(3_600)))
        await one.close()
        #expect(try await two.takeSyncLease(for: .zero))
        let three = try await open(folder)
        #expect(try await three.takeSyncLease(for: .seconds(3_600)), "the time of the other one's lease is over")
        try await three.releaseSyncLease()
        #expect(try await two.takeSyncLease(for: .seconds(3_600)))
        await two.close()
        await three.close()
    }

    @Test("no update is lost when two processes write at the same time")
    func twoProcesses() async throws {
        let folder = try TemporaryFolder()
        let store = try await open(folder)
        async let peer = Peer.run("write", folder, "100")
        for number in 0..<100 {
            try await store.write { (writer) throws in
                try writer.save(MXRoomSummary(roomId: "!own\(number):b", membership: .join))
                let count = try writer.value(.syncFilterId).flatMap { Int($0) } ?? 0
                try writer.set(.syncFilterId, String(count + 1))
            }
        }
        #expect(try await peer == "written")
        let (rooms, outbox, count) = try await store.read {
            try ($0.rooms().count, $0.outgoingMessages().count, $0.value(.syncFilterId))
        }
        #expect(rooms == 200 && outbox == 100 && count == "200")
        #expect(try await Set(store.changes(after: 0).rooms.map(\.roomId)).count == 200)
        await store.close()
    }

    @Test("another process does not get the lease while this one has it, and a killed process does not keep it")
    func leaseOfProcesses() async throws {
        let folder = try TemporaryFolder()
        let store = try await open(folder)
        #expect(try await store.takeSyncLease(for: .seconds(3_600)))
        #expect(try await Peer.run("lease", folder) == "false")
        try await store.releaseSyncLease()
        #expect(try await Peer.run("lease-and-die", folder) == "true")
        #expect(try await store.takeSyncLease(for: .seconds(3_600)))
        await store.close()
        let alone = try await open(folder, .exclusive)
        #expect(try await Peer.run("lease", folder) == "store_in_use")
        await alone.close()
    }

    @Test("suspended shared files are not written, and take no lock from another process, until they are resumed")
    func suspension() async throws {
        let folder = try TemporaryFolder()
        #expect(try await Peer.run("suspend", folder) == "store_failed\nresumed")
        let store = try await open(folder)
        #expect(try await store.read { try $0.value(.syncFilterId) } == "resumed")
        await store.close()
    }
}

/// The program StorePeer, which stands beside the test bundle.
enum Peer {
    static func run(_ command: String, _ folder: TemporaryFolder, _ argument: String = "") async throws -> String {
        let process = Process()
        guard let program = BuildFolder.program("StorePeer") else {
            throw SDNSDKError(.invalidArgument, field: "StorePeer", reason: "the program is not beside the tests")
        }
        process.executableURL = program
        let credentials = Sample.credentials
        process.arguments = [command, folder.url.path, credentials.node ?? "", credentials.userId ?? "", argument]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                continuation.resume(returning: text.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
    }
}
