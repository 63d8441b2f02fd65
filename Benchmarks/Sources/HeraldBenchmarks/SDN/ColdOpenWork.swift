import SDNSDK

/// Workload D: opening a store with many rooms, as an app does when it starts.
enum ColdOpenWork {
    static let rooms = BenchmarkSize.choose(10_000, smallest: 100)

    static func run() async throws -> [Measurement] {
        try await SDNBenchmarks.inFolder { folder in
            let session = try await SDNBenchmarks.session(
                WorkloadPeer(initial: SyncWorkload.initialSync(rooms: rooms, timelineEvents: 3)), in: folder)
            try await session.start()
            await session.close()
            var first: [Cost] = [], all: [Cost] = [], started: [Cost] = []
            for _ in 0..<BenchmarkSize.choose(7, smallest: 1) {
                let store = MXFileStore(directory: folder)
                first.append(try await Cost.of { try await firstRows(store) }.cost)
                await store.close()
                all.append(try await Cost.of { try await allRows(store) }.cost)
                await store.close()
                let session = MXSession(
                    sdnRestClient: MXRestClient(
                        credentials: SDNBenchmarks.credentials, transport: WorkloadPeer(initial: [])))
                started.append(
                    try await Cost.of {
                        try await session.setStore(store)
                        try check(SDNBenchmarks.roomList(of: session), count: rooms)
                    }.cost)
                await session.close()
            }
            return SDNBenchmarks.rows("D: cold open of \(rooms) rooms, first 20 rows", Cost.median(first), atMost: 50)
                + SDNBenchmarks.rows("D: cold open of \(rooms) rooms, all rows", Cost.median(all), atMost: 300)
                + SDNBenchmarks.rows(
                    "D: cold open of \(rooms) rooms, a session with its room list", Cost.median(started), atMost: 300)
        }
    }

    private static func firstRows(_ store: MXFileStore) async throws {
        try await store.open(with: SDNBenchmarks.credentials)
        let rows = try await store.read {
            try $0.roomList(.activity, memberships: [.join, .invite], limit: 20, offset: 0)
        }
        try check(rows, count: 20)
    }

    private static func allRows(_ store: MXFileStore) async throws {
        try await store.open(with: SDNBenchmarks.credentials)
        let rows = try await store.read {
            try $0.roomList(.activity, memberships: [.join, .invite], limit: nil, offset: 0)
        }
        try check(rows, count: rooms)
    }

    /// Reads the columns of each row that a room list shows.
    private static func check(_ rows: [MXRoomSummary], count: Int) throws {
        let shown = rows.filter { !$0.displayName.isEmpty && $0.notificationCount < 100 }
        guard shown.count == count else { throw WorkloadFailure(reason: "\(shown.count) of \(count) rooms") }
    }
}
