import SDNFolds
import SDNValues
import Synchronization

extension MXSession {
    /// Applies the changes of a stored page of history to memory. The page's events are not delivered here. This method is called only
    /// inside the gate.
    func follow(_ change: PageChange, roomId: String) {
        shared.withLock { shared in
            for profile in change.profiles where shared.users[profile.userId] == nil {
                shared.users[profile.userId] = makeUser(profile)
            }
        }
        let room = room(withRoomId: roomId)
        for message in change.arrived { outbox.hasArrived(message, room: room, isFollowed: true) }
        guard let room else { return }
        room.liveTimeline.follow(change)
        guard var summary = change.summary else { return }
        let message = room.summary.lastMessage
        if !change.hasLastMessage {
            summary.lastMessage = change.redacted.first { $0.eventId == message?.eventId } ?? message
        }
        room.update(summary)
        tell(summaryOf: room)
    }
}

extension MXEventTimeline {
    fileprivate func follow(_ change: PageChange) {
        changing.withLock { changing in
            for event in change.redacted {
                changing.state?.replace(event)
                changing.backState?.replace(event)
            }
            for event in change.members {
                changing.state?.add(event)
                changing.backState?.add(event)
            }
        }
        for event in change.redacted { broadcast.send(.redacted(event)) }
        for timeline in focused.all { timeline.focus?.follow(redacted: change.redacted, hasNew: false) }
        for feed in feeds.all { feed.follow(change) }
    }
}
