import HeraldLocks
import SDNFolds
import SDNValues
import SDNWire

// A list with a limit drops events at the end at which the app does not read.
extension TimelineFeed {
    var maximum: Int? {
        get { state.withLock { $0.maximum } }
        set {
            state.withLock { state in
                state.maximum = newValue.map { max($0, 1) }
                trimOldest(&state)
            }
        }
    }

    /// The oldest event, when older ones were dropped.
    var startEventId: String? { state.withLock { $0.startEventId } }
    /// The newest event of a list without the newest events, and the number of times that the list began anew.
    var end: (eventId: String?, resets: Int) { state.withLock { ($0.endEventId, $0.resets) } }

    /// Drops the oldest items of a settled list that grew at its newer end. A few more than the limit stay, so that not every event drops one.
    func trimOldest(_ state: inout State) {
        guard threadRootId == nil, let maximum = state.maximum, state.model.eventItemCount > maximum + maximum / 4,
            !state.model.isDetached
        else { return }
        dropOldest(keeping: maximum, &state)
        send(&state)
    }

    private func dropOldest(keeping count: Int, _ state: inout State) {
        guard let oldest = state.model.dropOldest(keeping: count) else { return }
        (state.start, state.startEventId) = (nil, oldest)
        state.hasReachedStart = false
        state.isPastGap = state.model.hasGap
        // A page that is being read has to be added before the oldest event, which is another one now.
        state.resets += 1
    }

    /// Drops the oldest items, so that at most `count` items of events stay.
    func trim(to count: Int) {
        state.withLock { state in
            guard threadRootId == nil else { return }
            dropOldest(keeping: count, &state)
            send(&state)
        }
    }

    /// Drops the newest items of a list that grew at its older end.
    func trimNewest() {
        state.withLock { state in
            guard threadRootId == nil, let maximum = state.maximum,
                let newest = state.model.dropNewest(keeping: maximum)
            else { return }
            state.endEventId = newest
            send(&state)
        }
    }

    /// Adds newer events to a list without the newest ones.
    /// - Parameter reachesEnd: true when no event is newer.
    func extend(_ page: Page, reachesEnd: Bool, resets: Int) {
        state.withLock { state in
            guard state.resets == resets, state.endEventId != nil else { return }
            state.model.extend(page.events)
            state.model.take(quotes: page.quotes)
            state.model.take(profiles: page.profiles)
            state.model.take(page.receipts)
            state.endEventId = reachesEnd ? nil : page.events.last?.event.eventId ?? state.endEventId
            if reachesEnd { state.model.attach() }
            if let maximum = state.maximum {
                // The items of the new events are needed to count them.
                let batch = state.model.settle()
                if !batch.isEmpty { enqueue(batch, &state) }
                dropOldest(keeping: maximum, &state)
            }
            send(&state)
        }
    }

    /// Takes in replied-to messages that the node sent.
    func take(quotes: [QuotedEvent], profiles: [MXUserProfile]) {
        state.withLock { state in
            state.model.take(quotes: quotes)
            state.model.take(profiles: profiles)
            send(&state)
        }
    }

    /// The IDs of the replied-to messages that the list does not have.
    var missingQuotes: Set<String> { state.withLock { $0.model.missingQuotes } }

    /// Moves the user's own marks.
    /// - Parameter receipts: the user's new receipts.
    func follow(readMarkerId: String?, receipts: [MXReceiptData]) {
        state.withLock { state in
            state.model.readMarkerId = readMarkerId
            state.model.take(receipts)
            send(&state)
        }
    }
}

extension TimelineModel {
    /// Adds the events of a sync, with the profiles of their senders just before them.
    mutating func take(deliveriesOf change: RoomChange) {
        for delivery in change.deliveries {
            let event = delivery.event
            if !knowsProfile(of: event.sender) { take(memberOf: event.sender, delivery.state) }
            if event.type == EventType.redaction, let target = event.redacts(in: change.summary.roomVersion) {
                redactUnstored(target, because: event, in: change.summary.roomVersion)
            }
            append(event)
            if event.type == EventType.member { takeName(of: event) }
        }
        take(quotes: change.quoted)
        guard let state = change.stateAfter else { return }
        for quoted in change.quoted where !knowsProfile(of: quoted.event.sender) {
            take(memberOf: quoted.event.sender, state)
        }
    }

    private mutating func take(memberOf userId: String, _ state: MXRoomState) {
        guard let event = state.stateEvent(EventType.member, stateKey: userId), let member = MXRoomMember(event) else {
            return
        }
        // Lazy loading brings a member with the first event of this user.
        takeName(of: event)
        take(profiles: [
            MXUserProfile(userId: userId, displayname: member.displayname, avatarUrl: member.avatarUrl)
        ])
    }
}
