import SDNValues

// The receipts of other users. A receipt at an event that is no item of its own, such as a reaction, is shown on the last item before that event.
extension TimelineModel {
    /// Moves receipts to their events. In a timeline of the room, a receipt for one thread is ignored, because it does not show how far the
    /// user has read the room. In a timeline of a thread, receipts for other threads and for the room without threads are ignored.
    package mutating func take(_ receipts: [MXReceiptData]) {
        for receipt in receipts where isFitting(receipt) {
            if receipt.userId == myUserId {
                // A list of a thread does not know where an event outside of the thread is.
                if threadRootId != nil, receipt.threadId == nil, places[receipt.eventId] == nil { continue }
                ownReads[receipt.key] = receipt.eventId
                noteRead(at: receipt.eventId)
                continue
            }
            guard !receipt.isPrivate else { continue }
            let former = standing.updateValue(receipt, forKey: receipt.key)
            guard former != receipt else { continue }
            if let old = former?.eventId {
                readers[old]?.remove(receipt.key)
                if readers[old]?.isEmpty == true { readers[old] = nil }
                touchReaders(at: old)
            }
            readers[receipt.eventId, default: []].insert(receipt.key)
            noteRead(at: receipt.eventId)
            touchReaders(at: receipt.eventId)
            if let other = counterpart(of: receipt) { touchReaders(at: other.eventId) }
        }
    }

    /// Returns a user's other receipt. A user may have one for all events and one for the events that the list shows.
    func counterpart(of receipt: MXReceiptData) -> MXReceiptData? {
        let threadId = receipt.threadId == nil ? threadRootId ?? MXReceiptData.main : nil
        return standing[MXReceiptData.Key(userId: receipt.userId, threadId: threadId, isPrivate: false)]
    }

    /// True when the user's other receipt is at a later event. Only the later one is shown.
    private func isOvertaken(_ receipt: MXReceiptData) -> Bool {
        guard let other = counterpart(of: receipt), let place = self.place(of: receipt) else { return false }
        return self.place(of: other).map { $0 > place } ?? false
    }

    private func place(of receipt: MXReceiptData) -> Int? {
        placeOfRead(receipt.eventId) ?? (threadRootId == nil ? nil : targets[receipt.eventId].flatMap { places[$0] })
    }

    /// Marks the items that show the receipts at an event that has just arrived, and those that showed the same users before.
    mutating func touchReaders(arrivedAt eventId: String, _ place: Int) {
        guard let keys = readers[eventId] else { return }
        hiddenReads.insert(place)
        for key in keys {
            if let other = standing[key].flatMap({ counterpart(of: $0) }) { touchReaders(at: other.eventId) }
        }
    }

    /// True when an event is part of an item of the list, such as a reaction or an edit. A list of a thread has these events, because they can have
    /// receipts.
    func isPart(_ event: MXEvent) -> Bool {
        guard !event.isState, let relation = event.indexedRelation else { return false }
        return MXEventContentRelatesTo.RelationType.parts.contains(relation.type) && places[relation.eventId] != nil
    }

    private func isFitting(_ receipt: MXReceiptData) -> Bool {
        threadRootId.map { receipt.threadId == nil || receipt.threadId == $0 } ?? receipt.isForRoom
    }

    mutating func touchReaders(at eventId: String) {
        touch(eventId)
        guard let place = placeOfRead(eventId) else { return }
        if isItem(place) { dirty.insert(place) } else { hiddenReads.insert(place) }
    }

    private func isItem(_ place: Int) -> Bool {
        let index = insertionIndex(of: place)
        return index < keys.count && keys[index] == place
    }

    /// Marks the items that show the changed receipts at events that are no items. An event that becomes an item in the same step is marked
    /// already, so only the earlier items are searched.
    mutating func touchHiddenReads() {
        for place in hiddenReads {
            let index = insertionIndex(of: place)
            if index > 0 { dirty.insert(keys[index - 1]) }
        }
        hiddenReads = []
    }

    /// Returns the receipts of the users whose latest receipt is at an event, or at a later event before the next item.
    func receipts(at event: MXEvent) -> [MXReceiptData] {
        guard !readers.isEmpty else { return [] }
        var found = readKeys(from: event.eventId)
        if let place = places[event.eventId] {
            for later in events[firstEventIndex(from: place + 1)...].prefix(while: { !isShown($0) }) {
                found.formUnion(readKeys(from: later.eventId))
            }
        }
        if threadRootId != nil {
            // The place of such an event is unknown when the list began with a later event than its target.
            for id in (related[event.eventId] ?? [:]).keys where places[id] == nil {
                if let keys = readers[id] { found.formUnion(keys) }
            }
        }
        var latest: [String: MXReceiptData] = [:]
        let receipts = found.compactMap { standing[$0] }.filter { !isOvertaken($0) }.sorted {
            ($0.ts, $0.eventId, $0.threadId ?? "") < ($1.ts, $1.eventId, $1.threadId ?? "")
        }
        for receipt in receipts {
            latest[receipt.userId] = receipt
        }
        return latest.values.sorted { $0.userId < $1.userId }
    }
}
