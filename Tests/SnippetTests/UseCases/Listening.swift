import SDNSDK

/// Use case 3: listening to a room (SDN sheet 4.1).
func snippet3(_ mxSession: MXSession) -> MXRoom? {
    // Retrieve the room from its room id
    let room = mxSession.room(withRoomId: "!room_id:sdn.org")

    // Add a listener on events related to this room
    _ = room?.liveTimeline.listenToEvents { (event, direction, roomState) in
        switch direction {
        case .forwards:
            // Live/New events come here
            break

        case .backwards:
            // Events that occurred in the past will come here when requesting pagination.
            // roomState contains the state of the room just before this event occurred.
            break
        }
    }
    return room
}
