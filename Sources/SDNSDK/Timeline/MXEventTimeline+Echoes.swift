extension MXEventTimeline {
    /// A local echo was added or moved on.
    func tell(_ echo: MXEvent, localId: String) {
        broadcast.send(.outgoing(echo))
        for feed in feeds.all { feed.follow(.moved(echo, localId: localId)) }
    }

    /// A local echo has gone.
    /// - Parameter isFollowed: whether the lists hear of it with the event that takes its place.
    func tellEnd(ofEcho localId: String, eventId: String?, isFollowed: Bool = false) {
        broadcast.send(.outgoingEnded(localId: localId, eventId: eventId))
        guard !isFollowed else { return }
        for feed in feeds.all { feed.follow(.ended(localId: localId)) }
    }

    /// A local echo stands behind all others now.
    func tellRequeued(_ localId: String) {
        for feed in feeds.all { feed.follow(.requeued(localId: localId)) }
    }
}
