import HeraldLocks
import SDNFolds
import SDNValues
import SDNWire

/// Keeps one ``MXTimelineUpdates`` up to date. It applies the session's changes to the model and passes on the resulting changes of the list.
final class TimelineFeed: Sendable {
    /// A change of a local echo. It happens outside of the session's gate, which lets in one change at a time.
    enum EchoChange: Sendable {
        case moved(MXEvent, localId: String)
        case uploading(MXUploadProgress, localId: String)
        case requeued(localId: String)
        case ended(localId: String)
    }

    struct State {
        var model: TimelineModel
        /// The position before the oldest event of the model.
        var start: MXTimelinePosition?
        /// The oldest event, when older ones were dropped. The position before it then replaces `start`.
        var startEventId: String?
        /// The newest event of a list without the newest events.
        var endEventId: String?
        /// The greatest number of items; `nil` for no limit.
        var maximum: Int?
        /// The token of the node's next page of a thread, and true when the node was asked for one.
        var threadToken: String?
        var hasAskedForThread = false
        var hasReachedStart = false
        /// True when the last page ended before it had the wanted number of items.
        var isCutShort = false
        /// True while readers receive no changes, because the list begins anew and more pages are read for it.
        var isHeld = false
        /// True while a task waits to begin the list anew.
        var waitsForRenewal = false
        /// True when the list shows stored events that have to be requested from the node again.
        var isPastGap = false
        /// The changes of echoes that arrived before the first snapshot; `nil` after it.
        var early: [EchoChange]? = []
        /// The number of times that the list began anew.
        var resets = 0
        /// The readers. The feed does not keep them alive, so what nobody reads is not stored.
        var readers: [WeakReader] = []
        /// The reader for the first iterator; `nil` when there was one. It receives the batches from the beginning.
        var first: Reader? = Reader()
        var isFinished = false
    }
    /// The number of changes that may wait for a reader, besides those of one batch.
    static let limit = 1_024
    let hidesThreads: Bool
    /// The event that begins the thread which the list shows; `nil` for a list of the room.
    let threadRootId: String?
    let state: Mutex<State>
    /// Lets the list begin anew once at a time.
    let beginning = SerialGate()

    init(myUserId: String, hidesThreads: Bool, threadRootId: String? = nil) {
        self.hidesThreads = hidesThreads
        self.threadRootId = threadRootId
        self.state = Mutex(
            State(
                model: TimelineModel(myUserId: myUserId, hidesThreads: hidesThreads, threadRootId: threadRootId)))
    }

    /// Returns a reader of the list. The first one receives all batches from the beginning. Each later one begins with the list as it is now.
    func makeReader() -> Reader {
        state.withLock { state in
            let reader = state.first ?? Reader()
            if state.first == nil, state.early == nil, !state.isHeld {
                reader.append([.reset(state.model.items)], of: state.model)
            }
            state.first = nil
            if state.isFinished {
                reader.finish()
            } else {
                state.readers.append(WeakReader(reader: reader))
            }
            return reader
        }
    }

    func enqueue(_ batch: MXTimelineBatch, _ state: inout State) {
        if state.isHeld { return }
        state.first?.append(batch, of: state.model)
        var hasEnded = false
        for entry in state.readers {
            if let reader = entry.reader { reader.append(batch, of: state.model) } else { hasEnded = true }
        }
        if hasEnded { state.readers.removeAll { $0.reader == nil } }
    }

    func finish() {
        state.withLock { state in
            state.isFinished = true
            for entry in state.readers { entry.reader?.finish() }
            state.readers = []
        }
    }

    var items: [MXTimelineItem] { state.withLock { $0.model.items } }
    var count: Int { state.withLock { $0.model.eventItemCount } }
    var isPastGap: Bool { state.withLock { $0.isPastGap } }
    var isCutShort: Bool { state.withLock { $0.isCutShort } }
    var start: (position: MXTimelinePosition?, hasReachedStart: Bool, resets: Int) {
        state.withLock { ($0.start, $0.hasReachedStart, $0.resets) }
    }

    /// A page from the store, newest event first, with the events that relate to each.
    struct Page: Sendable {
        var events: [(event: MXEvent, related: [MXEvent])]
        /// The receipts that are at these events.
        var receipts: [MXReceiptData] = []
        /// The current profiles of the senders of these events and of the replied-to messages.
        var profiles: [MXUserProfile] = []
        /// The replied-to messages that are not among these events.
        var quotes: [QuotedEvent] = []
        /// The events that the node sent as relations of a thread's root and that are not part of the stored history.
        var unstored: Set<String> = []
        /// The room's power levels, the read marker and the names of the present members, on a first page; `nil` on later ones.
        var levels: MXRoomPowerLevels?
        var readMarkerId: String?
        var names: [String: String] = [:]
        /// The position before the oldest of the events.
        var start: MXTimelinePosition?
        var hasReachedStart = false
        /// `isPastGap` is true when some of the events are older than a gap. `whole` is the number of events that are newer than the gap.
        var isPastGap = false
        var whole = 0
        /// True when the page ended before it had the wanted number of items, because it had many events that are not shown.
        var isCutShort = false

        /// The number of events, shown or not, in a page for a number of items.
        static func events(for items: Int) -> Int { max(min(items, 1_000) * 20, 200) }
    }

    /// Replaces the list by the events of a page. It is called only inside the session's gate, which lets in one change at a time. If the page was
    /// cut short, readers see the list only after ``release()``, so that no screen goes blank while more pages are read.
    func begin(_ page: Page, echoes: [MXEvent], ignored: Set<String>) {
        state.withLock { state in
            state.resets += 1
            state.model.clear()
            state.model.ignored = ignored
            Self.forgetEnds(&state)
            state.start = page.start
            state.hasReachedStart = page.hasReachedStart
            (state.isCutShort, state.isHeld) = (page.isCutShort, page.isCutShort)
            if let levels = page.levels { state.model.take(levels) }
            state.model.readMarkerId = page.readMarkerId
            state.model.take(names: page.names)
            Self.prepend(page, to: &state)
            if let early = state.early {
                for echo in echoes { state.model.update(echo, localId: Self.localId(of: echo)) }
                for change in early { Self.apply(change, to: &state.model) }
                state.early = nil
            }
            _ = state.model.settle()
            enqueue([.reset(state.model.items)], &state)
        }
    }

    /// Returns true if no other task waits to begin the list anew. The caller then has to begin it.
    func wantsRenewal() -> Bool {
        state.withLock { state in
            defer { state.waitsForRenewal = true }
            return !state.waitsForRenewal
        }
    }

    /// Notes that the list begins now, so a later change needs another renewal.
    func noteRenewal() { state.withLock { $0.waitsForRenewal = false } }

    /// Sends readers the list that has begun, if they have not received it.
    func release() {
        state.withLock { state in
            guard state.isHeld else { return }
            state.isHeld = false
            enqueue([.reset(state.model.items)], &state)
        }
    }

    /// Forgets where the list ends, because it begins anew.
    private static func forgetEnds(_ state: inout State) {
        (state.start, state.startEventId, state.endEventId, state.threadToken) = (nil, nil, nil, nil)
        (state.hasReachedStart, state.isCutShort, state.isPastGap) = (false, false, false)
        state.hasAskedForThread = false
    }

    static func prepend(_ page: Page, to state: inout State) {
        defer {
            state.model.take(quotes: page.quotes)
            state.model.take(profiles: page.profiles)
            state.model.take(page.receipts)
        }
        guard page.isPastGap, !state.isPastGap else { return state.model.prepend(page.events) }
        state.model.prepend(Array(page.events.prefix(page.whole)))
        state.model.beginGap()
        state.model.prepend(Array(page.events.dropFirst(page.whole)))
        state.isPastGap = true
    }

    /// Adds older events. It is called only inside the session's gate, which lets in one change at a time.
    func add(_ page: Page, resets: Int) {
        state.withLock { state in
            guard state.resets == resets else { return }
            state.start = page.start
            state.startEventId = nil
            state.hasReachedStart = page.hasReachedStart
            state.isCutShort = page.isCutShort
            Self.prepend(page, to: &state)
            send(&state)
        }
    }

    /// Applies the changes of a sync to the list. It is called only inside the session's gate, which lets in one change at a time.
    func follow(_ change: RoomChange) {
        state.withLock { state in
            Self.end(change.arrived, &state)
            if change.hasGap {
                // The list begins anew after the gap, because the events before the gap are not adjacent to those after it.
                state.resets += 1
                state.model.clear()
                Self.forgetEnds(&state)
                state.start = change.newStart
                state.model.take(names: (change.stateBefore ?? change.stateAfter)?.presentNames ?? [:])
            } else if state.start == nil, state.startEventId == nil {
                state.start = change.oldEnd
            }
            state.model.take(deliveriesOf: change)
            for event in change.redacted {
                let current = event.stateKey.flatMap { change.stateAfter?.stateEvent(event.type, stateKey: $0) }
                state.model.redact(event, isCurrent: current?.eventId == event.eventId)
            }
            state.model.readMarkerId = change.summary.readMarkerEventId
            state.model.take(change.receipts)
            if let levels = change.stateAfter?.powerLevels { state.model.take(levels) }
            if change.hasGap, state.early == nil {
                _ = state.model.settle()
                enqueue([.reset(state.model.items)], &state)
            } else {
                send(&state)
                trimOldest(&state)
            }
        }
    }

    /// Applies the changes of a page of history. It is called only inside the session's gate, which lets in one change at a time.
    func follow(_ change: PageChange) {
        state.withLock { state in
            Self.end(change.arrived, &state)
            for event in change.relating { state.model.relate(event) }
            state.model.take(quotes: change.quoted)
            state.model.take(profiles: change.quotedProfiles)
            for event in change.redacted { state.model.redact(event) }
            send(&state)
        }
    }

    func follow(_ change: EchoChange) {
        state.withLock { state in
            guard state.early == nil else {
                state.early?.append(change)
                return
            }
            Self.apply(change, to: &state.model)
            send(&state)
        }
    }

    func send(_ state: inout State) {
        let batch = state.model.settle()
        // Before the first snapshot there is no list to change.
        if state.early == nil, !batch.isEmpty { enqueue(batch, &state) }
    }

    /// Removes the echoes of messages that have arrived. Before the first snapshot, each removal is also noted, to be applied to the
    /// snapshot.
    private static func end(_ arrived: [ArrivedMessage], _ state: inout State) {
        for message in arrived {
            state.model.removeEcho(message.localId)
            state.early?.append(.ended(localId: message.localId))
        }
    }

    private static func apply(_ change: EchoChange, to model: inout TimelineModel) {
        switch change {
        case .moved(let echo, let localId): model.update(echo, localId: localId)
        case .uploading(let progress, let localId): model.update(progress, localId: localId)
        case .requeued(let localId): model.moveToEnd(localId)
        case .ended(let localId): model.removeEcho(localId)
        }
    }

    static func localId(of echo: MXEvent) -> String { echo.unsignedData.transactionId ?? echo.eventId }
}
