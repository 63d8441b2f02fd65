import Foundation
import SDNSDK

/// The messaging client: workloads A to D of docs/benchmarks.md, each from the bytes of a node's answer to what an app reads.
enum SDNBenchmarks: BenchmarkSuite {
    static let name = "sdn"

    static func run() async throws -> [Measurement] {
        var rows = try await InitialSyncWork.run()
        rows += try await ColdOpenWork.run()
        rows += try await PageWork.run()
        rows += try await IncrementalSyncWork.run()
        return rows
    }

    /// A folder that is removed with everything in it when `body` ends.
    static func inFolder<T>(_ body: (URL) async throws -> T) async throws -> T {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "herald-bench-" + UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    static var credentials: MXCredentials {
        MXCredentials(node: "http://node.example", userId: SyncWorkload.me, accessToken: "token")
    }

    /// A session on a file store in `folder`; nothing has been asked for yet.
    static func session(_ peer: WorkloadPeer, in folder: URL) async throws -> MXSession {
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials, transport: peer))
        try await session.setStore(MXFileStore(directory: folder))
        return session
    }

    /// The rooms as an app lists them, in order.
    static func roomList(of session: MXSession) -> [MXRoomSummary] { Array(session.roomList.snapshot.rooms) }

    /// Seconds as milliseconds, both times of a piece of work, as rows of the table.
    static func rows(_ name: String, _ cost: Cost, atMost goal: Double? = nil) -> [Measurement] {
        [
            Measurement(name, unit: "ms", ours: cost.wall * 1000, goal: goal.map { .atMost($0) }),
            Measurement(name + ", processor time", unit: "ms", ours: cost.processor * 1000),
        ]
    }
}
