import HeraldJSON
import SDNClient
import SDNValues
import SDNWire

// Places (MSC3488), and places that are shared for some time (MSC3672).
extension MXRoom {
    /// Sends a place.
    /// - Parameters:
    ///   - location: the place.
    ///   - description: a text about the place.
    ///   - isOwn: true for the place of the user, false for another place. Defaults to true.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    /// - Returns: the event's ID.
    /// - Throws: the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendLocation(
        _ location: MXLocation, description: String? = nil, isOwn: Bool = true, threadId: String? = nil
    ) async throws -> String {
        let content = LocationMessage.place(
            location, text: description ?? location.geoURI, description: description, isOwn: isOwn,
            at: mxSession.now(), prefix: locationPrefix)
        return try await sendMessage(withContent: content, threadId: threadId)
    }

    /// Begins to share the user's place. It ends the user's earlier share in this room.
    ///
    /// ```swift
    /// let share = try await room.startLiveLocation(for: .seconds(900))
    /// if let place = MXLocation(latitude: 53.54, longitude: 9.98) {
    ///     try await room.sendLiveLocation(place, ofShare: share)
    /// }
    /// try await room.stopLiveLocation()
    /// ```
    /// - Parameters:
    ///   - duration: the time after which the share ends by itself, at most seven days.
    ///   - description: a text about the share.
    /// - Returns: the ID of the share, for ``sendLiveLocation(_:ofShare:)``.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` for another duration; ``/SDNValues/MXError/forbidden`` when the user's
    ///   power level is too low, because the share is a state event; ``/SDNValues/SDNSDKError`` with code `roomIsEncrypted` when the room is
    ///   encrypted.
    public func startLiveLocation(for duration: Duration, description: String? = nil) async throws -> String {
        let content = try LocationMessage.share(
            for: duration, description: description, at: mxSession.now(), prefix: locationPrefix)
        // The description would be readable, and an encrypted room takes none of the positions that follow.
        try await requirePlainText()
        return try await sendStateEvent(shareType, content: content, stateKey: mxSession.requireUserId())
    }

    /// Sends a position of a share. A position that still waits in the outbox is replaced, because only the newest one matters.
    /// - Parameters:
    ///   - location: the position.
    ///   - shareId: the ID from ``startLiveLocation(for:description:)``.
    /// - Returns: the event's ID.
    /// - Throws: the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendLiveLocation(_ location: MXLocation, ofShare shareId: String) async throws -> String {
        for echo in outgoingMessages()
        where echo.eventType == .beacon && echo.sentState == .preparing && echo.relatesTo?.eventId == shareId {
            if let localId = echo.unsignedData.transactionId { try? await removeOutgoingMessage(localId) }
        }
        let content = LocationMessage.position(
            location, ofShare: shareId, at: mxSession.now(), prefix: locationPrefix)
        return try await submit(locationPrefix + "msc3672.beacon", content, threadId: nil).sent.value()
    }

    /// Ends the user's share in this room. Does nothing when there is none.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func stopLiveLocation() async throws {
        let userId = try mxSession.requireUserId()
        let request = StateContentRequest(roomID: roomId, type: shareType.identifier, stateKey: userId)
        var content: JSONObject
        do {
            content = try await mxSession.sdnRestClient.perform(
                Endpoints.stateContent, request, as: ObjectContent.self
            ).content
        } catch MXError.notFound {
            return
        }
        guard content["live"]?.boolValue ?? false else { return }
        content["live"] = false
        try await sendStateEvent(shareType, content: content, stateKey: userId)
    }

    /// Returns the shares that run in this room now, with the newest positions that are stored, in the order of their users' IDs.
    /// ``MXEventTimeline/updates()`` brings new positions.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func liveLocations() async throws -> [MXLiveLocation] {
        let (state, roomId, now) = (try await state(), roomId, mxSession.now().published)
        let infos = ["org.sdn.msc3672.", "org.matrix.msc3672.", "m."].flatMap {
            state.stateEvents(with: .custom($0 + "beacon_info"))
        }
        let shares = try await mxSession.store.read { store in
            try infos.compactMap { info in
                MXLiveLocation(info, positions: try store.positions(ofShare: info, inRoom: roomId))
            }
        }
        return shares.filter { $0.isLive(at: now) }.sorted { ($0.userId, $0.id) < ($1.userId, $1.id) }
    }

    private var locationPrefix: String { mxSession.sdnRestClient.unstablePrefix }
    private var shareType: MXEventType { .custom(locationPrefix + "msc3672.beacon_info") }
}

extension MXStoreReader {
    /// Returns the newest positions of a share. A few are enough to find the one with the latest time. Other users' references to the share are passed
    /// over.
    fileprivate func positions(ofShare info: MXEvent, inRoom roomId: String) throws -> [MXEvent] {
        let (enough, pageSize) = (20, 100)
        var found: [MXEvent] = []
        var end: MXTimelinePosition?
        while true {
            let page = try events(
                relatedTo: info.eventId, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.reference,
                from: nil, before: end, limit: pageSize)
            found += page.map(\.event).filter {
                $0.eventType == .beacon && $0.sender == info.sender && !$0.isRedacted
            }
            guard found.count < enough, page.count == pageSize, let last = page.last else { return found }
            end = last.place
        }
    }
}
