import GRDB
import HeraldPeer
import Logging
import SDNWire

/// Brings the search index up to date: regularly, and before each search.
struct SearchIndex: Sendable {
    let database: NodeDatabase
    let logger: Logger

    /// The time between two rounds.
    static let interval = Duration.seconds(2)
    /// The queue of the writer in which the texts wait.
    private static let queue = "search index"

    /// Indexes new texts until the task is cancelled. A node without writes does not even look for them.
    func run() async {
        var writes = -1
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            let now = database.counters.writes
            guard !Task.isCancelled else { break }
            guard now != writes else { continue }
            writes = now
            await prepare()
        }
    }

    /// Indexes all texts that were committed before the call. If the database refuses to write, for example because the disk is full, searches still
    /// find the texts that are indexed.
    func prepare() async {
        do {
            let (rooms, end) = try await database.read { db in
                let mark = try SearchIndexStore.mark(in: db)
                return (try SearchIndexStore.rooms(after: mark, in: db), try EventStore.position(in: db))
            }
            guard !rooms.isEmpty else { return }
            while !Task.isCancelled {
                let isDone = try await database.write(queue: Self.queue) { db in
                    try SearchIndexStore.index(rooms, upTo: end, in: db)
                }
                if isDone { break }
            }
        } catch is CancellationError {
            // Nobody waits for the index any more. The next round goes on.
        } catch {
            logger.error("new messages were not indexed", metadata: ["error": "\(type(of: error))"])
        }
    }
}

extension NodeServices {
    var searchIndex: SearchIndex { SearchIndex(database: database, logger: logger) }
}
