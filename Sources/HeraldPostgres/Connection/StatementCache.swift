/// The prepared statements of one connection by their SQL. The one that was not used for longest makes room.
struct StatementCache {
    private struct Entry {
        let name: String
        var lastUse: UInt64
    }

    /// A statement's name on the server, and what to do before it is executed.
    struct Place {
        let name: String
        let isNew: Bool
        /// The statement that made room for it.
        let evicted: String?
    }

    private let limit: Int
    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0
    private var names: UInt64 = 0

    init(limit: Int) { self.limit = max(limit, 1) }

    var count: Int { entries.count }

    mutating func place(of sql: String) -> Place {
        uses &+= 1
        if let known = entries[sql] {
            entries[sql]?.lastUse = uses
            return Place(name: known.name, isNew: false, evicted: nil)
        }
        var evicted: String?
        if entries.count >= limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            evicted = entries.removeValue(forKey: oldest.key)?.name
        }
        names &+= 1
        let name = "h\(names)"
        entries[sql] = Entry(name: name, lastUse: uses)
        return Place(name: name, isNew: true, evicted: evicted)
    }

    /// Removes a statement that the server did not prepare.
    mutating func remove(_ sql: String) { entries[sql] = nil }
}
