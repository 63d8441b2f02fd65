import Foundation
import SDNFolds
import SDNValues

/// A timeline list with the marks that a room screen shows between its items: days, the read marker and the mark of unread messages.
///
/// ```swift
/// let list = try await room.timelineUpdates(hidesThreads: true)
/// var rows: [MXTimelineRow] = []
/// for await batch in list.rows() {
///     rows.apply(batch)
/// }
/// ```
///
/// Applying every batch in order always gives the rows for the list's items. An iterator begins with a
/// ``/SDNFolds/MXTimelineRowDiff/reset(_:)``.
public struct MXTimelineRowUpdates: AsyncSequence, Sendable {
    /// The element of the sequence: changes that have to be applied together, in order.
    public typealias Element = [MXTimelineRowDiff]
    let list: MXTimelineUpdates
    let calendar: Calendar

    /// Returns an iterator. As with ``MXTimelineUpdates``, the first iterator of the list receives all its changes, and each later one begins
    /// with the list as it is then.
    public func makeAsyncIterator() -> Iterator {
        Iterator(inner: list.makeAsyncIterator(), rows: TimelineRows(calendar: calendar))
    }

    /// Delivers one batch after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var inner: MXTimelineUpdates.Iterator
        var rows: TimelineRows
        /// Returns the next changes; `nil` when the room was left or the session closed.
        public mutating func next() async -> [MXTimelineRowDiff]? {
            while let batch = await inner.next() {
                let diffs = rows.apply(batch)
                if !diffs.isEmpty { return diffs }
            }
            return nil
        }
    }
}

extension MXTimelineUpdates {
    /// Returns the list as rows, with days, the read marker and the mark of unread messages between the items.
    /// - Parameter calendar: the calendar by which days begin. Defaults to the user's.
    public func rows(in calendar: Calendar = .current) -> MXTimelineRowUpdates {
        MXTimelineRowUpdates(list: self, calendar: calendar)
    }
}
