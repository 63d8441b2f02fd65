import Dispatch
import GRDB
import HeraldPeer
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Reads of syncs that share a snapshot", .timeLimit(.minutes(10)))
struct SharedReadTests {
    /// A node on disk, so that writes go on while reads are held.
    private final class Scene: Sendable {
        let folder: TemporaryFolder
        let database: NodeDatabase
        let held = DispatchSemaphore(value: 0)
        let begun = Tally()

        init() throws {
            folder = try TemporaryFolder()
            let directory = folder.url
            database = try TestNode { $0.storage = .directory(directory) }.assembly.services.database
        }

        func read<T: Sendable>(
            _ client: String, from address: String, _ body: @escaping @Sendable (SyncSnapshot) throws -> T
        ) async throws -> T {
            try await Requester.$current.withValue(Requester(client: client, network: address)) {
                try await self.database.readTogether(body)
            }
        }

        /// Begins reads that end only when they are released, each of a client of its own.
        func hold(_ count: Int, from address: String) async -> Task<Void, any Error> {
            let before = begun.count
            let task = Task {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<count {
                        group.addTask {
                            try await self.read("@held\(number):\(address)", from: address) { _ in
                                self.begun.add()
                                self.held.wait()
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            while begun.count < before + min(count, SharedReads.perAddress) {
                try? await Task.sleep(for: .milliseconds(2))
            }
            return task
        }

        func release(_ count: Int) { for _ in 0..<count { held.signal() } }
    }

    @Test("reads that wait at the same time share snapshots")
    func shares() async throws {
        let scene = try Scene()
        let held = await scene.hold(SharedReads.perAddress, from: "192.0.2.1")
        let snapshots = Tally(), reads = Tally(), asked = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    asked.add()
                    try await scene.read("@user\(number):x", from: "192.0.2.1") { snapshot in
                        _ = try snapshot.position()
                        reads.add()
                        if snapshot.isNew { snapshots.add() }
                    }
                }
            }
            while asked.count < 200 { try? await Task.sleep(for: .milliseconds(2)) }
            scene.release(SharedReads.perAddress)
            try await group.waitForAll()
        }
        try await held.value
        #expect(reads.count == 200)
        #expect(snapshots.count < 100)
        await scene.database.close()
    }

    @Test("a read sees every write that had ended when it was requested")
    func writes() async throws {
        let scene = try Scene()
        for round in 1...20 {
            let held = await scene.hold(SharedReads.perAddress, from: "192.0.2.1")
            async let early = scene.read("@early:x", from: "192.0.2.1") { try $0.position() }
            let written = try await scene.database.write { db in try EventStore.nextPosition(in: db) }
            async let late = scene.read("@late:x", from: "192.0.2.1") { try $0.position() }
            scene.release(SharedReads.perAddress)
            #expect(try await late == written)
            #expect(try await early <= written)
            try await held.value
            #expect(written >= Int64(round))
        }
        await scene.database.close()
    }

    @Test("a read that is ahead of its snapshot runs again in a new one")
    func outdated() async throws {
        let scene = try Scene()
        let held = await scene.hold(SharedReads.perAddress, from: "192.0.2.1")
        let runs = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await scene.read("@user\(number):x", from: "192.0.2.1") { snapshot in
                        runs.add()
                        if !snapshot.isNew { throw SharedReads.Outdated() }
                    }
                }
            }
            scene.release(SharedReads.perAddress)
            try await group.waitForAll()
        }
        try await held.value
        #expect(runs.count >= 50)
        await scene.database.close()
    }

    @Test("the slow reads of an address or a client delay no other's")
    func fairness() async throws {
        let scene = try Scene()
        let held = await scene.hold(10, from: "192.0.2.1")
        for number in 0..<20 {
            _ = try await scene.read("@ann\(number % 2):x", from: "192.0.2.2") { try $0.position() }
        }
        #expect(scene.begun.count == SharedReads.perAddress)
        scene.release(10)
        try await held.value
        let before = scene.begun.count
        let first = Task {
            try await scene.read("@eve:x", from: "192.0.2.3") { _ in
                scene.begun.add()
                scene.held.wait()
            }
        }
        while scene.begun.count == before { try? await Task.sleep(for: .milliseconds(2)) }
        let second = Task { try await scene.read("@eve:x", from: "192.0.2.4") { _ in scene.begun.add() } }
        for _ in 0..<20 { _ = try await scene.read("@bob:x", from: "192.0.2.3") { try $0.position() } }
        #expect(scene.begun.count == before + 1)
        scene.release(1)
        try await first.value
        try await second.value
        #expect(scene.begun.count == before + 2)
        await scene.database.close()
    }

    @Test("a read whose task is cancelled while it waits does not run")
    func cancelled() async throws {
        let scene = try Scene()
        let held = await scene.hold(SharedReads.perAddress, from: "192.0.2.1"), ran = Tally()
        let waiting = Task { try await scene.read("@ann:x", from: "192.0.2.1") { _ in ran.add() } }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        scene.release(SharedReads.perAddress)
        try await held.value
        _ = try await scene.read("@bob:x", from: "192.0.2.1") { try $0.position() }
        #expect(ran.count == 0)
        await scene.database.close()
    }

    @Test("a read of a request runs on the request's thread if its turn begins at once")
    func ownThread() async throws {
        let scene = try Scene()
        let shares = ProcessorShares.shared
        let isOwn = try await shares.run(for: "192.0.2.1") {
            try await scene.read("@ann:x", from: "192.0.2.1") { _ in ProcessorShares.hasCurrentThread }
        }
        #expect(isOwn)
        // Reads of requests that have to wait end too.
        let held = await scene.hold(SharedReads.perAddress, from: "192.0.2.1")
        let read = Tally()
        async let others: Void = withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await shares.run(for: "192.0.2.1") {
                        try await scene.read("@user\(number):x", from: "192.0.2.1") { _ in read.add() }
                    }
                }
            }
            try await group.waitForAll()
        }
        scene.release(SharedReads.perAddress)
        try await others
        #expect(read.count == 20)
        try await held.value
        await scene.database.close()
    }

    @Test("only one read at a time runs on a thread of requests")
    func secondRead() async throws {
        let scene = try Scene()
        let shares = ProcessorShares.shared
        let first = Task {
            try await shares.run(for: "192.0.2.1") {
                try await scene.read("@ann:x", from: "192.0.2.1") { _ in
                    scene.begun.add()
                    scene.held.wait()
                    return ProcessorShares.hasCurrentThread
                }
            }
        }
        while scene.begun.count == 0 { try? await Task.sleep(for: .milliseconds(2)) }
        let second = try await shares.run(for: "192.0.2.2") {
            try await scene.read("@bob:x", from: "192.0.2.2") { _ in ProcessorShares.hasCurrentThread }
        }
        scene.release(1)
        #expect(try await first.value)
        #expect(!second)
        await scene.database.close()
    }

    @Test("reads and writes go on while caches are dropped")
    func caches() async throws {
        let scene = try Scene()
        for _ in 0..<20 {
            async let written = scene.database.write { db in try EventStore.nextPosition(in: db) }
            scene.database.dropCaches()
            let position = try await written
            scene.database.dropCaches()
            #expect(try await scene.read("@ann:x", from: "192.0.2.1") { try $0.position() } == position)
            #expect(try await scene.database.read { db in try EventStore.position(in: db) } == position)
        }
        await scene.database.close()
    }

    @Test("a closed database fails the reads that come later")
    func closed() async throws {
        let scene = try Scene()
        _ = try await scene.read("@ann:x", from: "192.0.2.1") { try $0.position() }
        await scene.database.close()
        await #expect(throws: NodeError.self) {
            try await scene.read("@ann:x", from: "192.0.2.1") { try $0.position() }
        }
    }
}
