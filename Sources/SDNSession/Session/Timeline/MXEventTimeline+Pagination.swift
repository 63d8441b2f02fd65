import HeraldLocks
import HeraldJSON
import SDNFolds
import SDNValues
import SDNWire

extension MXEventTimeline {
    /// Resets pagination to the newest end. A timeline on an event is reset to that event. The next ``paginate(_:direction:onlyFromStore:)`` begins
    /// there.
    public func resetPagination() {
        if let focus { return focus.reset() }
        changing.withLock { changing in
            changing.cursor = .atEnd
            (changing.backState, changing.restoredPlace) = (nil, nil)
            changing.hasReachedStart = false
            changing.resets += 1
        }
    }

    /// Returns true when there may be more events in a direction. For a live timeline it is always false forwards, because sync brings new events.
    public func canPaginate(_ direction: MXTimelineDirection) -> Bool {
        if let focus { return focus.canPaginate(direction) }
        return direction == .backwards && !changing.withLock { $0.hasReachedStart }
    }

    /// Delivers more events to the listeners, first from the store and then from the node (SDN sheet 5.5). Backwards, the newest event comes first.
    /// Each event comes with the state before it.
    ///
    /// The node is asked for events that a sync skipped, so listeners get no gaps. Fewer than `numItems` events are delivered at the beginning of the
    /// room, and forwards at its newest end. With `onlyFromStore` this also happens when the store has no more events or has a gap. When a user is no
    /// longer ignored, stored history has to be requested again. With `onlyFromStore` this history is delivered as it is stored. When the node may be
    /// asked, pagination begins at the newest end again and delivers the requested history. A timeline on an event that was not read yet is first
    /// read around that event.
    /// - Parameters:
    ///   - numItems: the number of events to deliver. Events that ``roomEventFilter`` holds back do not count.
    ///   - direction: the direction. A live timeline delivers nothing forwards.
    ///   - onlyFromStore: true does not ask the node.
    /// - Throws: the errors of the request. Events that were delivered before the error stay delivered, and the next call continues after them.
    public func paginate(_ numItems: UInt, direction: MXTimelineDirection, onlyFromStore: Bool = false) async throws {
        guard numItems > 0 else { return }
        let wanted = Int(clamping: numItems)
        if let focus {
            return try await paginationGate.runUnlessCancelled {
                try await focus.paginate(wanted, direction, onlyFromStore: onlyFromStore)
            }
        }
        guard direction == .backwards else { return }
        try await paginationGate.runUnlessCancelled {
            try await self.paginateBackwards(wanted, onlyFromStore: onlyFromStore)
        }
    }

    /// Returns the number of older events that the store has without asking the node.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func remainingMessagesForBackPaginationInStore() async throws -> UInt {
        let (roomId, isLive) = (roomId, focus == nil)
        return try await session.gate.run {
            let place = if let focus = self.focus { focus.storedBackEdge } else { try await self.cursor() }
            guard let position = place else { return 0 }
            return try await self.session.store.read { store in
                guard var segment = try store.segment(position.segment) else { return 0 }
                // History that has to be requested again ends with a gap. A live timeline also counts the stored events before that gap. A
                // timeline on an event counts only up to the gap.
                let askedAnew = isLive ? try store.segmentAskedAnew(inRoom: roomId) : nil
                var count = try store.eventCount(inSegment: segment.id, before: position.index)
                while segment.isComplete || segment.id == askedAnew, let older = try store.segment(olderThan: segment) {
                    count += try store.eventCount(inSegment: older.id, before: .max)
                    segment = older
                }
                return UInt(clamping: count)
            }
        }
    }

    /// The result of one step backwards from the cursor.
    private enum Step: Sendable {
        case delivered(Int)
        /// The state at the cursor is not made again yet.
        case restoring
        /// The segment has no stored event before the cursor, and the node has more.
        case needsPage(MXTimelineSegment)
        case start
        /// Pagination has reached the oldest stored event of history that has to be requested from the node again.
        case storedStart
    }

    private func paginateBackwards(_ wanted: Int, onlyFromStore: Bool) async throws {
        var missing = wanted
        var emptyPages = 0
        while missing > 0 {
            try Task.checkCancellation()
            let limit = missing
            switch try await session.gate.run({ try await self.deliverStored(limit, passesGap: onlyFromStore) }) {
            case .delivered(let count):
                missing -= count
                emptyPages = 0
            case .restoring: continue
            case .start:
                changing.withLock { $0.hasReachedStart = true }
                return
            case .storedStart: return
            case .needsPage(let segment):
                if onlyFromStore { return }
                emptyPages += 1
                guard emptyPages < HistoryPages.emptyPagesAllowed else { throw HistoryPages.tooManyEmptyPages }
                try await pages.fill(before: segment, limit: limit)
            }
        }
    }

    /// Delivers stored events before the cursor. This method is called only inside the session's gate.
    /// - Parameter passesGap: true continues with the stored events before the gap of ``MXStoreReader/segmentAskedAnew(inRoom:)``.
    private func deliverStored(_ limit: Int, passesGap: Bool) async throws -> Step {
        guard var position = try await cursor() else { return .start }
        guard try await restoreBackState(at: position) else { return .restoring }
        var resets = changing.withLock { $0.resets }
        while true {
            let place = position
            let roomId = roomId
            let (segment, events, replaced, older, askedAnew) = try await session.store.read { store in
                let askedAnew = passesGap ? try store.segmentAskedAnew(inRoom: roomId) : nil
                let segment =
                    passesGap
                    ? try store.segment(place.segment) : try store.settledSegment(place.segment, inRoom: roomId)
                let events = try store.events(inSegment: place.segment, before: place.index, limit: limit)
                let older = try segment.flatMap { try store.segment(olderThan: $0) }
                return (segment, events, try store.replaced(by: events, inRoom: roomId), older, askedAnew)
            }
            guard let segment else {
                // The room's history has started over or the segment was removed, so pagination begins at the newest end again.
                resetPagination()
                guard let end = try await cursor() else { return .start }
                (position, resets) = (end, changing.withLock { $0.resets })
                continue
            }
            if !events.isEmpty {
                // The positions in a segment are consecutive, so the next position follows from the number of events.
                let before = min(place.index, segment.end).subtractingReportingOverflow(Int64(events.count))
                    .partialValue
                return .delivered(
                    deliver(
                        events, replaced, resets: resets, then: MXTimelinePosition(segment: segment.id, index: before)))
            }
            guard segment.isComplete || segment.id == askedAnew else { return .needsPage(segment) }
            guard let older else { return askedAnew == nil ? .start : .storedStart }
            position = older.endPosition
            changing.withLock { if $0.resets == resets { $0.cursor = .at(older.endPosition) } }
        }
    }

    /// Delivers events, newest first, each with the state before it.
    /// - Returns: the number of events that are shown.
    private func deliver(
        _ events: [MXEvent], _ replaced: [String: MXEvent], resets: Int, then position: MXTimelinePosition
    ) -> Int {
        let isShown = visibility()
        var shown = 0
        var state = changing.withLock { $0.backState } ?? MXRoomState(roomId: roomId, isLive: false)
        for event in events {
            state.undo(event, restoringFrom: replaced)
            guard isShown(event) else { continue }
            shown += 1
            deliver(event, .backwards, state)
        }
        changing.withLock { changing in
            // If a listener has reset pagination in the meantime, the cursor stays at the newest end.
            guard changing.resets == resets else { return }
            changing.backState = state
            changing.cursor = .at(position)
        }
        noteUse()
        session.releaseIdleStates()
        return shown
    }

    /// Returns the position of pagination. The first call determines it. This method is called only inside the session's gate.
    private func cursor() async throws -> MXTimelinePosition? {
        if case .at(let position) = changing.withLock({ $0.cursor }) { return position }
        let state = try await loadState()
        let roomId = roomId
        let end = try await session.store.read { try $0.newestSegment(ofRoom: roomId)?.endPosition }
        changing.withLock { changing in
            // A room without stored history, such as one to which the user is only invited, may get history later. The cursor is then at the end.
            changing.cursor = end.map(MXEventTimeline.Cursor.at) ?? .atEnd
            (changing.backState, changing.restoredPlace) = (end == nil ? nil : state.forPagination(), nil)
        }
        return end
    }
}
