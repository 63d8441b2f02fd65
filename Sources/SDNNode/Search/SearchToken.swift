import SDNWire

/// The place where a page of a search continues: after a result, among the messages that existed when the search began.
struct SearchToken: Sendable, Hashable, CustomStringConvertible {
    /// The position of the last returned result.
    let last: Int64
    /// The number of results that were returned.
    let count: Int
    /// The position of the newest message that can be found.
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

    /// Returns the index of the hit after the last returned one. If the last returned hit no longer exists, newest-first order continues at the
    /// next older hit, and order by rank skips the number of returned hits.
    func index(in hits: [MessageSearch.Hit], _ order: RoomEventsSearch.Order) -> Int {
        switch order {
        case .recent: hits.firstIndex { $0.ord < last } ?? hits.count
        case .rank: hits.firstIndex { $0.ord == last }.map { $0 + 1 } ?? min(count, hits.count)
        }
    }

    var description: String { "n\(count)_\(last)_\(bound)" }
}
