/// The ids that messages got on the node, by their local ids. Only the latest are kept, because a session may send for months.
struct ResolvedIds: Sendable {
    static let limit = 4_096
    private var ids: [String: String] = [:]
    /// The local ids in the order of their arrival. When the list is full, the oldest one is replaced next.
    private var order: [String] = []
    private var next = 0

    subscript(localId: String) -> String? { ids[localId] }

    mutating func note(_ localId: String, _ eventId: String) {
        guard ids.updateValue(eventId, forKey: localId) == nil else { return }
        guard order.count == ResolvedIds.limit else { return order.append(localId) }
        ids[order[next]] = nil
        order[next] = localId
        next = (next + 1) % ResolvedIds.limit
    }
}
