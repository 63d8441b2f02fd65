import SDNSDK

/// Use case 4: older events (SDN sheet 4.1).
func snippet4(_ room: MXRoom?) {
    // Reset the pagination start point to now
    room?.liveTimeline.resetPagination()

    room?.liveTimeline.paginate(10, direction: .backwards, onlyFromStore: false) { _ in
        // At this point, the SDK has finished to enumerate the events to the attached listeners
    }
}
