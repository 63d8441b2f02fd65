import HeraldLocks
import SDNFolds
import SDNValues

extension MXEventTimeline {
    /// Applies the changes of a stored page of history.
    func follow(_ change: PageChange) {
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
