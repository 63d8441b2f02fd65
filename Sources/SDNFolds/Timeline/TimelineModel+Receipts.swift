import SDNValues

// The receipts of other users. A receipt at an event that is no item of its own, such as a reaction, is shown on the last item before that event.
extension TimelineModel {
    /// Moves receipts to their events. A receipt for one thread is ignored, because it does not show how far the user has read the room.
    package mutating func take(_ receipts: [MXReceiptData]) {
        for receipt in receipts where !receipt.isPrivate && receipt.isForRoom && receipt.userId != myUserId {
            let old = standing.updateValue(receipt.eventId, forKey: receipt.key)
            guard old != receipt.eventId else { continue }
            if let old {
                readers[old]?.remove(receipt.key)
                if readers[old]?.isEmpty == true { readers[old] = nil }
                touchReaders(at: old)
            }
            readers[receipt.eventId, default: []].insert(receipt.key)
            touchReaders(at: receipt.eventId)
        }
    }

    private mutating func touchReaders(at eventId: String) {
        touch(eventId)
        if let place = places[eventId], !isItem(place) { hiddenReads.insert(place) }
    }

    private func isItem(_ place: Int) -> Bool {
        let index = insertionIndex(of: place)
        return index < keys.count && keys[index] == place
    }

    /// Marks the items that show the changed receipts at events that are no items. An event that becomes an item in the same step is marked
    /// already, so only the items of before are searched.
    mutating func touchHiddenReads() {
        for place in hiddenReads {
            let index = insertionIndex(of: place)
            if index > 0 { dirty.insert(keys[index - 1]) }
        }
        hiddenReads = []
    }

    /// Returns the users whose latest receipt is at an event, or at a later event before the next item.
    func readerIds(at event: MXEvent) -> [String] {
        guard !readers.isEmpty else { return [] }
        var found = readers[event.eventId] ?? []
        if let place = places[event.eventId] {
            for later in events[(place - firstPlace + 1)...].prefix(while: { !isShown($0) }) {
                if let keys = readers[later.eventId] { found.formUnion(keys) }
            }
        }
        return Set(found.map(\.userId)).sorted()
    }
}
