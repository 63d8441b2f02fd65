import HeraldLocks
import HeraldJSON
import SDNFolds
import SDNValues
import SDNWire

extension FocusedWalk {
    /// The result of one step of pagination on one side of the event.
    private enum Step: Sendable {
        case delivered(Int)
        /// The position has changed, but no event was delivered.
        case moved
        /// Pagination backwards has reached the gap before this segment.
        case gapBefore(MXTimelineSegment)
        /// Pagination forwards has reached the gap after this segment.
        case gapAfter(MXTimelineSegment)
        case node(String?)
        case end
    }

    /// The numbers of events that a page of the node has delivered.
    private struct Brought: Sendable {
        var shown = 0
        /// The number of events that were not delivered before, including the events that a filter holds back.
        var new = 0
    }

    /// Delivers events. This method is called only inside the timeline's pagination gate.
    func paginate(_ wanted: Int, _ direction: MXTimelineDirection, onlyFromStore: Bool) async throws {
        if !standing.withLock({ $0.isReady }) { try await begin(limit: 0) }
        var missing = wanted
        var idle = 0
        while missing > 0 {
            try Task.checkCancellation()
            idle += 1
            guard idle <= HistoryPages.emptyPagesAllowed else { throw HistoryPages.tooManyEmptyPages }
            let limit = missing
            switch try await pages.session.gate.run({ try await self.step(direction, limit) }) {
            case .delivered(let count):
                missing -= count
                idle = 0
            case .moved: continue
            case .end:
                standing.withLock { standing in
                    if direction == .forwards { standing.isFrontAtEnd = true } else { standing.back = .end }
                }
                return
            case .gapBefore(let segment):
                if onlyFromStore { return }
                try await pages.fill(before: segment, limit: limit)
            case .gapAfter(let segment):
                if onlyFromStore { return }
                let token = try await pages.fill(after: segment, token: standing.withLock { $0.gapToken }, limit: limit)
                standing.withLock { $0.gapToken = token }
            case .node(let token):
                if onlyFromStore { return }
                guard let brought = try await ask(token, direction, limit) else { return }
                missing -= brought.shown
                // A filter may hold back all events of a page. Only a page without any new event counts as empty.
                if brought.new > 0 { idle = 0 }
            }
        }
    }

    /// Makes one step of pagination. This method is called only inside the session's gate.
    private func step(_ direction: MXTimelineDirection, _ limit: Int) async throws -> Step {
        let edge = standing.withLock { direction == .backwards ? $0.back : $0.front }
        switch edge {
        case .end: return .end
        case .node(let token): return .node(token)
        case .stored(let position):
            return try await direction == .backwards ? back(from: position, limit) : forwards(from: position, limit)
        }
    }

    private func back(from position: MXTimelinePosition, _ limit: Int) async throws -> Step {
        let roomId = pages.roomId
        let (segment, events, replaced, older) = try await pages.session.store.read { store in
            let events = try store.events(inSegment: position.segment, before: position.index, limit: limit)
            let segment = try store.settledSegment(position.segment, inRoom: roomId)
            return (
                segment, events, try store.replaced(by: events, inRoom: roomId),
                try segment.flatMap { try store.segment(olderThan: $0) }
            )
        }
        guard let segment else { return lose(.backwards) }
        if !events.isEmpty {
            let index = min(position.index, segment.end).subtractingReportingOverflow(Int64(events.count)).partialValue
            return .delivered(
                bring(
                    events, .backwards, replaced, then: .stored(MXTimelinePosition(segment: segment.id, index: index))
                ).shown)
        }
        guard segment.isComplete else { return .gapBefore(segment) }
        guard let older else { return .end }
        standing.withLock { $0.back = .stored(older.endPosition) }
        return .moved
    }

    private func forwards(from position: MXTimelinePosition, _ limit: Int) async throws -> Step {
        let roomId = pages.roomId
        let (segment, events, newer) = try await pages.session.store.read { store in
            let segment = try store.settledSegment(position.segment, inRoom: roomId)
            let events = try segment.map { try store.events(in: $0, from: position.index, limit: limit) } ?? []
            return (segment, events, try segment.flatMap { try store.segment(newerThan: $0) })
        }
        guard let segment else { return lose(.forwards) }
        if !events.isEmpty {
            let index = max(position.index, segment.first).addingReportingOverflow(Int64(events.count)).partialValue
            return .delivered(
                bring(events, .forwards, [:], then: .stored(MXTimelinePosition(segment: segment.id, index: index)))
                    .shown)
        }
        guard let newer else { return .end }
        guard newer.isComplete else { return .gapAfter(segment) }
        standing.withLock { standing in
            standing.front = .stored(MXTimelinePosition(segment: newer.id, index: newer.first))
            standing.gapToken = nil
        }
        return .moved
    }

    /// Notes that the store no longer has the history at the position from which pagination in one direction continues. The next step asks
    /// the node for the place of the last delivered event.
    private func lose(_ direction: MXTimelineDirection) -> Step {
        standing.withLock { standing in
            if direction == .backwards { standing.back = .node(nil) } else { standing.front = .node(nil) }
        }
        return .moved
    }

    /// Asks the node for a page and delivers its events up to the first one that the store has.
    /// - Returns: the numbers of delivered events; `nil` when the node has no more.
    private func ask(_ token: String?, _ direction: MXTimelineDirection, _ limit: Int) async throws -> Brought? {
        let last = standing.withLock { direction == .backwards ? $0.oldest : $0.newest }
        var begin = token
        if begin == nil {
            begin = try await pages.context(last, limit: 0).root[direction == .backwards ? "start" : "end"]?.string
        }
        guard let from = begin else {
            throw SDNSDKError(
                .malformedResponse, field: "start", endpoint: Endpoints.eventContext.name,
                reason: "the event's context has no tokens")
        }
        let page: JSONDocument
        do {
            page = try await pages.page(from: from, direction, limit: limit)
        } catch let error as MXError where error.mayBeAboutToken && token != nil {
            set(direction, .node(nil))
            return Brought()
        } catch let error as MXError where error.isAboutToken {
            return finish(direction)
        }
        guard let chunk = page.root["chunk"], chunk.kind == .array else {
            throw SDNSDKError(
                .malformedResponse, field: "chunk", endpoint: Endpoints.messages.name,
                reason: "a page of messages needs a list of events")
        }
        let roomId = pages.roomId
        let received = SyncFold.events(of: chunk, roomId: roomId).filter { !$0.eventId.isEmpty }
        let members = SyncFold.events(of: page.root["state"], roomId: roomId).filter { $0.type == EventType.member }
        let next = page.root["end"]?.string
        let isLast = next == nil || (received.isEmpty && (next == from || direction == .forwards))
        let (brought, hasMet) = try await pages.session.gate.run {
            let (events, replaced, met) = try await self.pages.session.store.read { store in
                let version = try store.room(roomId)?.roomVersion ?? .assumed
                var events: [MXEvent] = []
                var met: MXTimelinePosition?
                for event in received where met == nil {
                    events.append(try event.pruned(byRedactionsIn: store, roomId: roomId, version))
                    met = try store.settledPosition(ofEvent: event.eventId, inRoom: roomId)
                }
                return (events, try store.replaced(by: events, inRoom: roomId), met)
            }
            self.standing.withLock { standing in
                for member in members {
                    standing.backState.add(member)
                    standing.frontState.add(member)
                }
            }
            let beyond: Edge = if isLast { direction == .backwards ? .end : .node(from) } else { .node(next) }
            let edge = met.map { Edge.stored(direction == .backwards ? $0 : $0.following) } ?? beyond
            return (self.bring(events, direction, replaced, then: edge), met != nil)
        }
        return brought.shown == 0 && isLast && !hasMet ? finish(direction) : brought
    }

    private func finish(_ direction: MXTimelineDirection) -> Brought? {
        standing.withLock { standing in
            if direction == .forwards { standing.isFrontAtEnd = true } else { standing.back = .end }
        }
        return nil
    }

    private func set(_ direction: MXTimelineDirection, _ edge: Edge) {
        standing.withLock { standing in
            if direction == .backwards { standing.back = edge } else { standing.front = edge }
        }
    }

    /// Delivers events in their direction, each with the state before it. This method is called only inside the session's gate.
    private func bring(
        _ events: [MXEvent], _ direction: MXTimelineDirection, _ replaced: [String: MXEvent], then edge: Edge
    ) -> Brought {
        guard let timeline else { return Brought() }
        let isShown = timeline.visibility()
        var known = replaced
        for event in events { known[event.eventId] = event }
        var (state, seen) = standing.withLock { (direction == .backwards ? $0.backState : $0.frontState, $0.seen) }
        var deliveries: [(MXEvent, MXRoomState)] = []
        let before = seen.count
        for event in events where seen.insert(event.eventId).inserted {
            if direction == .backwards {
                state.undo(event, restoringFrom: known)
            }
            if isShown(event) { deliveries.append((event, state)) }
            if direction == .forwards { state.apply(event) }
        }
        standing.withLock { standing in
            standing.seen = seen
            if direction == .backwards {
                standing.backState = state
                standing.back = edge
                standing.oldest = events.last?.eventId ?? standing.oldest
            } else {
                standing.frontState = state
                standing.front = edge
                standing.newest = events.last?.eventId ?? standing.newest
            }
        }
        for (event, state) in deliveries { timeline.deliver(event, direction, state) }
        return Brought(shown: deliveries.count, new: seen.count - before)
    }
}
