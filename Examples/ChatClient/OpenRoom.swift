import Foundation
import SDNSDK

/// The room or thread that is shown. Each new or changed row of its timeline becomes a line.
@MainActor
final class OpenRoom {
    let room: MXRoom
    let threadRootId: String?
    private let updates: MXTimelineUpdates
    private var rows: [MXTimelineRow] = []
    /// The lines that were shown, by the rows' IDs. An item has the same ID before and after it was sent.
    private var shown: [String: String] = [:]
    /// The numbers by which the user names messages, by the items' IDs.
    private var numbers: [String: Int] = [:]
    private var following: Task<Void, Never>?
    /// The newest message that was marked as read.
    private var readId: String?

    init(_ room: MXRoom, thread rootId: String?) async throws {
        self.room = room
        threadRootId = rootId
        if let rootId {
            updates = try await room.threadTimelineUpdates(rootId: rootId, limit: 20)
        } else {
            updates = try await room.timelineUpdates(limit: 20, hidesThreads: true)
        }
        following = Task { [weak self, updates] in
            for await batch in updates.rows() { self?.take(batch) }
        }
    }

    func close() { following?.cancel() }

    /// Returns the message with a number.
    func item(_ number: Int) -> MXTimelineItem? {
        rows.lazy.compactMap(\.item).first { self.numbers[$0.id] == number }
    }

    func showOlder() async throws {
        guard updates.hasOlder else { return Screen.show("* these are all messages") }
        try await updates.loadOlder(20)
    }

    /// Marks what is shown as read. The list of a room hides its threads, so what is unread in them stays unread.
    private func markAsRead() async throws {
        guard let last = updates.items.last(where: { !$0.original.isLocalEvent })?.original, last.eventId != readId
        else { return }
        readId = last.eventId
        if let threadRootId { return try await room.acknowledgeEvent(last, inThread: threadRootId) }
        try await room.acknowledgeEvent(last, andUpdateReadMarker: true, hidesThreads: true)
        if room.summary.isMarkedAsUnread { try await room.setMarkedAsUnread(false) }
    }

    private func take(_ batch: [MXTimelineRowDiff]) {
        rows.apply(batch)
        for row in rows {
            guard let line = line(row) else { continue }
            if shown.updateValue(line, forKey: row.id) != line { Screen.show(line) }
        }
        // The node may not be reachable, and the next rows are shown meanwhile.
        Task { try? await markAsRead() }
    }

    private func line(_ row: MXTimelineRow) -> String? {
        switch row {
        case .dateDivider(let day, _): "--- \(day.formatted(date: .complete, time: .omitted)) ---"
        case .readMarker: nil
        case .unreadMarker: "--- new messages ---"
        case .event(let item): ItemLines.line(item).map { "\(number(of: item)) \($0)" }
        }
    }

    private func number(of item: MXTimelineItem) -> Int {
        let number = numbers[item.id] ?? numbers.count + 1
        numbers[item.id] = number
        return number
    }
}
