import SDNSDK

/// Workload B: many small syncs, each of them a transaction that is on the disk before the next one is asked for.
enum IncrementalSyncWork {
    static let rooms = BenchmarkSize.choose(1_000, smallest: 20)
    static let syncs = BenchmarkSize.choose(10_000, smallest: 200)

    static func run() async throws -> [Measurement] {
        try await SDNBenchmarks.inFolder { folder in
            let peer = WorkloadPeer(
                initial: SyncWorkload.initialSync(rooms: rooms, timelineEvents: 20), increments: syncs
            ) {
                SyncWorkload.incrementalSync(number: $0, rooms: rooms)
            }
            let session = try await SDNBenchmarks.session(peer, in: folder)
            let cost = try await Cost.of {
                try await session.start()
                await peer.everythingWasServed()
            }.cost
            let token = try await session.store.read { try $0.value(.eventStreamToken) }
            await session.close()
            guard token == "s\(syncs)" else {
                throw WorkloadFailure(reason: "the store stands at \(token ?? "nothing")")
            }
            return [
                Measurement("B: incremental syncs of one event", unit: "syncs/s", ours: Double(syncs) / cost.wall),
                Measurement(
                    "B: incremental syncs of one event, by processor time", unit: "syncs/s",
                    ours: Double(syncs) / cost.processor),
            ]
        }
    }
}
