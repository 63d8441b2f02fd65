import SDNValues

// The user's read marker and the mark of unread messages.
extension TimelineModel {
    /// Moves the marks to the items after the read marker and after the user's newest own receipt.
    mutating func moveMarkers(_ batch: inout MXTimelineBatch) {
        let read = readMarkerId.flatMap(placeOfRead).flatMap(keyOfRead)
        let unread = ownReads.values.compactMap(placeOfRead).max().flatMap(keyOfUnread)
        let old = markers
        markers = (read, unread)
        for key in Set([old.read, old.unread, read, unread].compactMap { $0 }).sorted() {
            guard let index = index(of: key) else { continue }
            var item = items[index]
            (item.followsReadMarker, item.isFirstUnread) = (key == read, key == unread)
            guard item != items[index] else { continue }
            items[index] = item
            batch.append(.update(item, at: index))
        }
    }

    /// Returns the first item after the read marker, if another user sent an item after it.
    private func keyOfRead(_ place: Int) -> Int? {
        let begin = insertionIndex(of: place + 1)
        let hasNews = (begin..<items.count).contains { keys[$0] < Self.echoes && !items[$0].isOwn }
        return hasNews ? keys[begin] : nil
    }

    /// Returns the first message of another user after the user's own receipt.
    private func keyOfUnread(_ place: Int) -> Int? {
        let begin = insertionIndex(of: place + 1)
        return (begin..<items.count).first { index in
            keys[index] < Self.echoes && !items[index].isOwn && !items[index].original.isState
                && !items[index].original.isRedacted
        }.map { keys[$0] }
    }
}
