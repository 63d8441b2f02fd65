import Foundation
import SDNValues

/// A row of a room screen: an item, or a mark between items.
public enum MXTimelineRow: Sendable, Identifiable, Equatable {
    /// An event.
    case event(MXTimelineItem)
    /// The beginning of a day, before its first item. The ID is that of the item.
    case dateDivider(Date, before: String)
    /// The place up to which the user has read by the read marker (`m.fully_read`).
    case readMarker
    /// The place from which on messages are unread by the user's own receipt.
    case unreadMarker

    /// An ID that no other row of the list has.
    public var id: String {
        switch self {
        case .event(let item): item.id
        case .dateDivider(_, let itemId): "date-divider " + itemId
        case .readMarker: "read-marker"
        case .unreadMarker: "unread-marker"
        }
    }

    /// The item of an event; `nil` for a mark.
    public var item: MXTimelineItem? { if case .event(let item) = self { item } else { nil } }
}

/// A change at one place in a list of rows. Changes are applied in order, each to the result of the previous one.
public enum MXTimelineRowDiff: Sendable, Equatable {
    /// The whole list was replaced by these rows.
    case reset([MXTimelineRow])
    /// A row was inserted at this place.
    case insert(MXTimelineRow, at: Int)
    /// The row at this place was replaced by the given row.
    case update(MXTimelineRow, at: Int)
    /// The row at this place was removed.
    case remove(at: Int)
}

extension Array where Element == MXTimelineRow {
    /// Applies changes in order. A change that does not fit the list, because an earlier change was left out, is ignored.
    public mutating func apply(_ batch: [MXTimelineRowDiff]) {
        for diff in batch {
            switch diff {
            case .reset(let rows): self = rows
            case .insert(let row, let place) where (0...count).contains(place): insert(row, at: place)
            case .update(let row, let place) where indices.contains(place): self[place] = row
            case .remove(let place) where indices.contains(place): remove(at: place)
            default: break
            }
        }
    }
}

/// Turns a list of items and its changes into a list of rows and its changes. A row before an item depends on this item and the item before it.
package struct TimelineRows: Sendable {
    private let calendar: Calendar
    private var items: [MXTimelineItem] = []
    /// The marks before each item.
    private var marks: [[MXTimelineRow]] = []

    package init(calendar: Calendar) { self.calendar = calendar }

    /// All rows.
    package var rows: [MXTimelineRow] {
        var rows: [MXTimelineRow] = []
        rows.reserveCapacity(items.count + 8)
        for (index, item) in items.enumerated() { rows += marks[index] + [.event(item)] }
        return rows
    }

    /// Applies changes of the items.
    /// - Returns: the changes of the rows.
    package mutating func apply(_ batch: MXTimelineBatch) -> [MXTimelineRowDiff] {
        var diffs: [MXTimelineRowDiff] = []
        for diff in batch {
            switch diff {
            case .reset(let items):
                self.items = items
                marks = items.indices.map(newMarks)
                diffs = [.reset(rows)]
            case .insert(let item, let index) where (0...items.count).contains(index):
                diffs.append(.insert(.event(item), at: row(of: index)))
                items.insert(item, at: index)
                // The new item is inserted before the marks of the item that follows. These marks are then set anew.
                marks.insert([], at: index)
                setMarks(index, &diffs)
                setMarks(index + 1, &diffs)
            case .update(let item, let index) where items.indices.contains(index):
                diffs.append(.update(.event(item), at: row(of: index) + marks[index].count))
                items[index] = item
                setMarks(index, &diffs)
                setMarks(index + 1, &diffs)
            case .remove(let index) where items.indices.contains(index):
                let place = row(of: index)
                for _ in 0...marks[index].count { diffs.append(.remove(at: place)) }
                items.remove(at: index)
                marks.remove(at: index)
                setMarks(index, &diffs)
            default: break
            }
        }
        return diffs
    }

    /// Returns the place of the first row of an item or of its marks.
    private func row(of index: Int) -> Int { marks[..<index].reduce(index) { $0 + $1.count } }

    private mutating func setMarks(_ index: Int, _ diffs: inout [MXTimelineRowDiff]) {
        guard items.indices.contains(index) else { return }
        let new = newMarks(index)
        guard new != marks[index] else { return }
        let place = row(of: index)
        for _ in marks[index] { diffs.append(.remove(at: place)) }
        for (offset, mark) in new.enumerated() { diffs.append(.insert(mark, at: place + offset)) }
        marks[index] = new
    }

    private func newMarks(_ index: Int) -> [MXTimelineRow] {
        let item = items[index]
        var marks: [MXTimelineRow] = []
        let day = day(of: item)
        if index == 0 || self.day(of: items[index - 1]) != day { marks.append(.dateDivider(day, before: item.id)) }
        if item.followsReadMarker { marks.append(.readMarker) }
        if item.isFirstUnread { marks.append(.unreadMarker) }
        return marks
    }

    private func day(of item: MXTimelineItem) -> Date {
        let time = Double(min(item.original.originServerTs, 253_402_300_799_000)) / 1_000
        return calendar.startOfDay(for: Date(timeIntervalSince1970: time))
    }
}
