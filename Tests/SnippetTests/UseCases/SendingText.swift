import SDNSDK

/// Use case 5: sending a text (SDN sheet 4.1). The unused `eventId` is the specification's, with its warning.
func snippet5(_ client: MXRestClient) {
    client.sendTextMessage(toRoom: "the_room_id", text: "Hello World!") { (response) in
        if case .success(let eventId) = response {
            // eventId is for reference
            // If you have registered events listener like in the previous use case, you will get
            // a notification for this event coming down from the node events stream and
            // now handled by MXSession.
        }
    }
}
