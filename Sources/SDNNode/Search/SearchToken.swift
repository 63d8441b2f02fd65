import SDNWire

/// The place where a page of a search continues: after a result, among the messages that existed when the search began.
struct SearchToken: Sendable, Hashable, CustomStringConvertible {
    /// The position of the last returned result.
    let last: Int64
    /// The number of results that were returned.
    let count: Int
    /// The position after which no message is found.
    let bound: Int64

    init(after last: Int64, count: Int, bound: Int64) {
        self.last = last
        self.count = count
        self.bound = bound
    }

    /// - Throws: `M_INVALID_PARAM` if the text is no token.
    init(_ text: String) throws(MatrixError) {
        let parts = text.dropFirst().split(separator: "_", omittingEmptySubsequences: false)
        guard text.utf8.first == UInt8(ascii: "n"), parts.count == 3,
            let count = parts[0].wholeNumber.flatMap(Int.init(exactly:)),
            let last = parts[1].wholeNumber, let bound = parts[2].wholeNumber
        else { throw MatrixError(.invalidParam, "next_batch: this is not a token of a search.") }
        self.init(after: last, count: count, bound: bound)
    }

    /// Returns the index of the next result. The last returned result may have been redacted since, and an order by rank may have changed.
    func index(in hits: [MessageSearch.Hit], _ order: RoomEventsSearch.Order) -> Int {
        switch order {
        case .recent: hits.firstIndex { $0.ord < last } ?? hits.count
        case .rank: hits.firstIndex { $0.ord == last }.map { $0 + 1 } ?? min(count, hits.count)
        }
    }

    var description: String { "n\(count)_\(last)_\(bound)" }
}
