import SDNFolds
import SDNValues

extension MXEventTimeline {
    /// Tells that a local echo was added or changed.
    func tell(_ echo: MXEvent, localId: String) {
        broadcast.send(.outgoing(echo))
        for feed in feeds.all { feed.follow(.moved(echo, localId: localId)) }
    }

    /// Tells that a local echo is gone.
    /// - Parameter isFollowed: true when the lists learn of it with the event that replaces it.
    func tellEnd(ofEcho localId: String, eventId: String?, isFollowed: Bool = false) {
        broadcast.send(.outgoingEnded(localId: localId, eventId: eventId))
        guard !isFollowed else { return }
        for feed in feeds.all { feed.follow(.ended(localId: localId)) }
    }

    /// Tells that a local echo is now behind all others.
    func tellRequeued(_ localId: String) {
        for feed in feeds.all { feed.follow(.requeued(localId: localId)) }
    }
}
