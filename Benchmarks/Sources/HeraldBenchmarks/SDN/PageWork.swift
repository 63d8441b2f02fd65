import SDNSDK

/// Workload C: the last page of a room, and going back through all of a long history that is stored.
enum PageWork {
    static let history = BenchmarkSize.choose(100_000, smallest: 2_000)

    static func run() async throws -> [Measurement] {
        try await lastPages() + longHistory()
    }

    private static func lastPages() async throws -> [Measurement] {
        try await SDNBenchmarks.inFolder { folder in
            let rooms = InitialSyncWork.rooms
            let session = try await SDNBenchmarks.session(
                WorkloadPeer(initial: SyncWorkload.initialSync(rooms: rooms)), in: folder)
            try await session.start()
            await session.close()
            let store = MXFileStore(directory: folder)
            try await store.open(with: SDNBenchmarks.credentials)
            let pages = BenchmarkSize.choose(20_000, smallest: 200)
            var best = [
                Cost(wall: .infinity, processor: .infinity), Cost(wall: .infinity, processor: .infinity),
                Cost(wall: .infinity, processor: .infinity),
            ]
            for _ in 0..<BenchmarkSize.choose(3, smallest: 1) {
                let together = try await Cost.of {
                    try await store.read { store in
                        for page in 0..<pages { _ = try lastPage(of: page &* 7919 % rooms, store) }
                    }
                }.cost
                let read = try await Cost.of {
                    try await store.read { store in
                        for page in 0..<pages {
                            for event in try lastPage(of: page &* 7919 % rooms, store)
                            where event.type.isEmpty || event.sender.isEmpty || event.eventId.isEmpty {
                                throw WorkloadFailure(reason: "an event without type, sender or id")
                            }
                        }
                    }
                }.cost
                let apart = try await Cost.of {
                    for page in 0..<pages {
                        _ = try await store.read { try lastPage(of: page &* 7919 % rooms, $0).count }
                    }
                }.cost
                for (place, cost) in [together, read, apart].enumerated() where cost.processor < best[place].processor {
                    best[place] = cost
                }
            }
            await store.close()
            func row(_ name: String, _ cost: Cost, _ goal: Measurement.Goal? = nil) -> Measurement {
                Measurement(name, unit: "pages/s", ours: Double(pages) / cost.processor, goal: goal)
            }
            return [
                row("C: last 50 events of a room", best[0], .atLeast(25_000)),
                row("C: last 50 events of a room, type, sender and id of each read", best[1]),
                row("C: last 50 events of a room, a transaction for each page", best[2]),
            ]
        }
    }

    private static func lastPage(of room: Int, _ store: any MXStoreReader) throws -> [MXEvent] {
        guard let segment = try store.newestSegment(ofRoom: SyncWorkload.roomId(room)) else {
            throw WorkloadFailure(reason: "no history")
        }
        let events = try store.events(inSegment: segment.id, before: segment.end, limit: 50)
        guard events.count == 50 else { throw WorkloadFailure(reason: "a page of \(events.count) events") }
        return events
    }

    private static func longHistory() async throws -> [Measurement] {
        try await SDNBenchmarks.inFolder { folder in
            let perPage = 500
            let peer = WorkloadPeer(initial: SyncWorkload.initialSync(rooms: 1)) { _ in
                []
            } makePage: {
                SyncWorkload.page(number: $0, events: perPage, isLast: ($0 + 1) * perPage >= history)
            }
            let session = try await SDNBenchmarks.session(peer, in: folder)
            try await session.start()
            guard let timeline = session.rooms.first?.liveTimeline else { throw WorkloadFailure(reason: "no room") }
            timeline.resetPagination()
            let filling = try await Cost.of {
                while timeline.canPaginate(.backwards) {
                    try await timeline.paginate(UInt(perPage), direction: .backwards)
                }
            }.cost
            timeline.resetPagination()
            var pages = 0
            let reading = try await Cost.of {
                while timeline.canPaginate(.backwards) {
                    try await timeline.paginate(50, direction: .backwards, onlyFromStore: true)
                    pages += 1
                }
            }.cost
            await session.close()
            guard pages >= history / 50 else { throw WorkloadFailure(reason: "\(pages) pages of history") }
            return [
                Measurement(
                    "C: \(history) events of history from the node into the store", unit: "events/s",
                    ours: Double(history) / filling.processor),
                Measurement(
                    "C: going back through \(history) stored events, 50 at a time", unit: "events/s",
                    ours: Double(history) / reading.processor),
            ]
        }
    }
}
