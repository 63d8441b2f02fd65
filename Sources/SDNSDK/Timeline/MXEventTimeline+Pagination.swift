import HeraldJSON
import SDNWire
import Synchronization

extension MXEventTimeline {
    /// Puts pagination at the newest end: the next ``paginate(_:direction:onlyFromStore:)`` begins there.
    public func resetPagination() {
        changing.withLock { changing in
            changing.cursor = .atEnd
            changing.backState = nil
            changing.hasReachedStart = false
            changing.resets += 1
        }
    }

    /// Whether there may be more in a direction. Forwards there never is: sync brings what is new.
    public func canPaginate(_ direction: MXTimelineDirection) -> Bool {
        direction == .backwards && !changing.withLock { $0.hasReachedStart }
    }

    /// Brings older events to the listeners, newest first: first what the store has, then what the node has (SDN sheet 5.5).
    ///
    /// Where a sync skipped events the node is asked for them, so what listeners get has no holes. Fewer than `numItems` events come
    /// only at the beginning of the room, and with `onlyFromStore` also where the store has no more or has a hole.
    /// - Parameters:
    ///   - numItems: how many events to bring.
    ///   - direction: ``MXTimelineDirection/backwards``; forwards brings nothing.
    ///   - onlyFromStore: whether the node is left alone.
    /// - Throws: what the request throws. Events that were delivered before that count; calling again goes on behind them.
    public func paginate(_ numItems: UInt, direction: MXTimelineDirection, onlyFromStore: Bool = false) async throws {
        guard direction == .backwards, numItems > 0 else { return }
        try await paginationGate.run { try await self.paginateBackwards(Int(clamping: numItems), onlyFromStore: onlyFromStore) }
    }

    /// How many older events the store has without asking the node.
    public func remainingMessagesForBackPaginationInStore() async throws -> UInt {
        try await session.gate.run {
            guard let position = try await self.cursor() else { return 0 }
            return try await self.session.store.read { store in
                guard var segment = try store.segment(position.segment) else { return 0 }
                var count = try store.eventCount(inSegment: segment.id, before: position.index)
                while segment.isComplete, let older = try store.segment(olderThan: segment) {
                    count += try store.eventCount(inSegment: older.id, before: .max)
                    segment = older
                }
                return UInt(clamping: count)
            }
        }
    }

    /// What stands before the cursor.
    private enum Step: Sendable {
        case delivered(Int)
        /// Nothing stored before the cursor in its segment; the node has more.
        case needsPage(MXTimelineSegment)
        case start
    }

    private func paginateBackwards(_ wanted: Int, onlyFromStore: Bool) async throws {
        var missing = wanted
        var emptyPages = 0
        while missing > 0 {
            try Task.checkCancellation()
            let limit = missing
            switch try await session.gate.run({ try await self.deliverStored(limit) }) {
            case .delivered(let count):
                missing -= count
                emptyPages = 0
            case .start:
                changing.withLock { $0.hasReachedStart = true }
                return
            case .needsPage(let segment):
                if onlyFromStore { return }
                emptyPages += 1
                guard emptyPages < 100 else {
                    throw SDNSDKError(.malformedResponse, endpoint: Endpoints.messages.name, reason: "the node keeps answering with pages that bring nothing")
                }
                try await fetchPage(before: segment, limit: limit)
            }
        }
    }

    /// Asks the node for what stands before a segment, and stores it.
    private func fetchPage(before segment: MXTimelineSegment, limit: Int) async throws {
        var filter = RoomEventFilter()
        filter.lazyLoadMembers = true
        let request = MessagesRequest(
            roomID: roomId, from: segment.prevToken, direction: .backwards, limit: min(max(limit, 10), 500),
            filter: String(decoding: JSONValue.object(filter.json).serialized(), as: UTF8.self))
        let response = try await session.sdnRestClient.perform(Endpoints.messages, request)
        guard let document = response.document else {
            throw SDNSDKError(.malformedResponse, endpoint: Endpoints.messages.name, reason: "a page of messages has a body")
        }
        let roomId = roomId
        try await session.gate.run { [session] in
            let hasMet: @Sendable (String) -> Bool = { session.user(withUserId: $0) != nil }
            let change = try await session.store.write { store in
                try PageFold(store: store, roomId: roomId, segmentId: segment.id, token: segment.prevToken, hasMet: hasMet).apply(document.root)
            }
            if let change { session.follow(change, roomId: roomId) }
        }
    }

    /// Delivers stored events before the cursor. Only inside the session's gate.
    private func deliverStored(_ limit: Int) async throws -> Step {
        guard var position = try await cursor() else { return .start }
        let resets = changing.withLock { $0.resets }
        while true {
            let place = position
            let (segment, events, older) = try await session.store.read { store in
                let segment = try store.segment(place.segment)
                let events = try store.events(inSegment: place.segment, before: place.index, limit: limit)
                return (segment, events, try segment.flatMap { try store.segment(olderThan: $0) })
            }
            guard let segment else { return .start }
            if !events.isEmpty {
                // Within a segment positions follow one another without gaps.
                let before = min(place.index, segment.end).subtractingReportingOverflow(Int64(events.count)).partialValue
                return .delivered(deliver(events, resets: resets, then: MXTimelinePosition(segment: segment.id, index: before)))
            }
            guard segment.isComplete else { return .needsPage(segment) }
            guard let older else { return .start }
            position = older.endPosition
            changing.withLock { if $0.resets == resets { $0.cursor = .at(older.endPosition) } }
        }
    }

    /// Events newest first, each with the state before it. - Returns: how many of them are shown.
    private func deliver(_ events: [MXEvent], resets: Int, then position: MXTimelinePosition) -> Int {
        let ignored = session.ignored
        var shown = 0
        var state = changing.withLock { $0.backState } ?? MXRoomState(roomId: roomId, isLive: false)
        for event in events {
            state.undo(event)
            if IgnoredUsers.hide(event, ignored) { continue }
            shown += 1
            deliver(event, .backwards, state)
        }
        changing.withLock { changing in
            // A listener may have reset pagination meanwhile; then it stands at the end again.
            guard changing.resets == resets else { return }
            changing.backState = state
            changing.cursor = .at(position)
        }
        return shown
    }

    /// Where pagination stands; settles it when nobody has asked before. Only inside the session's gate.
    private func cursor() async throws -> MXTimelinePosition? {
        if case .at(let position) = changing.withLock({ $0.cursor }) { return position }
        let state = try await loadState()
        let roomId = roomId
        let end = try await session.store.read { try $0.newestSegment(ofRoom: roomId)?.endPosition }
        changing.withLock { changing in
            // A room without any history here, such as one the user is only invited to, may get some yet.
            changing.cursor = end.map(MXEventTimeline.Cursor.at) ?? .atEnd
            changing.backState = end == nil ? nil : state.forPagination()
        }
        return end
    }
}

extension MXEventTimeline {
    /// The closure form of ``paginate(_:direction:onlyFromStore:)``.
    @discardableResult
    public func paginate(
        _ numItems: UInt, direction: MXTimelineDirection, onlyFromStore: Bool, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        session.sdnRestClient.adapt(completion) { try await self.paginate(numItems, direction: direction, onlyFromStore: onlyFromStore) }
    }
}
