import HeraldLocks
import HeraldJSON
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

/// Requests pages of history from a room's node, for every timeline of the room (SDN sheet 5.5).
struct HistoryPages: Sendable {
    let session: MXSession
    let roomId: String

    /// The number of consecutive pages without new events after which pagination fails.
    static let emptyPagesAllowed = 100

    /// Requests one page of history. The node adds the member events of the senders.
    func page(from token: String?, _ direction: MXTimelineDirection, limit: Int) async throws -> JSONDocument {
        let request = MessagesRequest(
            roomID: roomId, from: token, direction: direction == .backwards ? .backwards : .forwards,
            limit: min(max(limit, 10), 500),
            filter: HistoryPages.filter)
        return try document(await session.sdnRestClient.perform(Endpoints.messages, request), Endpoints.messages.name)
    }

    /// Requests an event with the events around it.
    func context(_ eventId: String, limit: Int) async throws -> JSONDocument {
        let request = EventContextRequest(
            roomID: roomId, eventID: eventId, limit: min(max(limit, 0), 500), filter: HistoryPages.filter)
        return try document(
            await session.sdnRestClient.perform(Endpoints.eventContext, request), Endpoints.eventContext.name)
    }

    /// Stores the node's next page before the oldest event of a segment.
    func fill(before segment: MXTimelineSegment, limit: Int) async throws {
        do {
            try await keep(page(from: segment.prevToken, .backwards, limit: limit), .backwards, segment)
        } catch let error as MXError where error.mayBeAboutToken {
            try await renewToken(of: segment, limit: limit)
        }
    }

    /// Stores the node's next page after the newest event of a segment that is followed by a gap.
    /// - Parameter token: the end of the previous page; `nil` asks the node for the end of the segment.
    /// - Returns: the end of the page.
    func fill(after segment: MXTimelineSegment, token: String?, limit: Int) async throws -> String? {
        if let token,
            let known = try await answer(
                unless: \.mayBeAboutToken, { try await page(from: token, .forwards, limit: limit) })
        {
            return try await keep(known, .forwards, segment)?.nextToken
        }
        guard
            let newest = try await session.store.read({
                try $0.events(inSegment: segment.id, before: segment.end, limit: 1)
            }).first,
            let token = try await context(newest.eventId, limit: 0).root["end"]?.string
        else { throw HistoryPages.noToken }
        return try await keep(page(from: token, .forwards, limit: limit), .forwards, segment)?.nextToken
    }

    @discardableResult
    private func keep(_ page: JSONDocument, _ direction: MXTimelineDirection, _ segment: MXTimelineSegment) async throws
        -> PageChange?
    {
        let roomId = roomId
        return try await session.gate.run { [session] in
            let hasMet: @Sendable (String) -> Bool = { session.user(withUserId: $0) != nil }
            let (hasDependents, ignored) = (session.outbox.hasDependents(session), session.ignored)
            let change = try await session.store.write { store in
                try PageFold(
                    store: store, roomId: roomId, direction: direction, segment: segment, hasMet: hasMet,
                    hasDependents: hasDependents,
                    ignored: ignored
                ).apply(page.root)
            }
            guard let change else { return nil }
            // The page is stored, so memory follows it in any case.
            session.follow((try? await completing(change)) ?? change, roomId: roomId)
            return change
        }
    }

    /// Returns the changes with the new events to which messages in the room's lists reply. This method is called only inside the gate.
    private func completing(_ change: PageChange) async throws -> PageChange {
        let feeds = session.room(withRoomId: roomId)?.liveTimeline.feeds.all ?? []
        let wanted = feeds.reduce(into: Set<String>()) { $0.formUnion($1.missingQuotes) }
            .intersection(change.addedIds)
        guard !wanted.isEmpty else { return change }
        let (roomId, original) = (roomId, change)
        return try await session.store.read { store in
            var change = original
            change.quoted = try wanted.compactMap { try store.quotedEvent($0, inRoom: roomId) }
            change.quotedProfiles = try store.profiles(of: Set(change.quoted.map(\.event.sender)), inRoom: roomId)
            return change
        }
    }

    /// Gets a new token for a segment whose token the node no longer knows, for example because the node was reinstalled. If the node does not know
    /// the segment's events either, it has no history before them, and the segment counts as complete (SDN sheet 5.5).
    private func renewToken(of segment: MXTimelineSegment, limit: Int) async throws {
        let oldest = try await session.store.read { try $0.events(in: segment, from: segment.first, limit: 1) }.first
        var token: String?
        if let oldest {
            do {
                token = try await context(oldest.eventId, limit: 0).root["start"]?.string
            } catch let error as MXError where error.httpStatus == 403 || error.httpStatus == 404 {}
        }
        if let renewed = token {
            // An error that is not clearly about this new token does not mean that the history has ended.
            let known = try await answer(unless: \.isAboutToken) {
                try await page(from: renewed, .backwards, limit: limit)
            }
            if known == nil { token = nil }
        }
        let renewed = token
        try await session.gate.run { [session] in
            try await session.store.write { store in
                guard var current = try store.segment(segment.id), current.prevToken == segment.prevToken else {
                    return
                }
                current.prevToken = renewed ?? current.prevToken
                current.isComplete = renewed == nil
                try store.save(current)
            }
        }
    }

    /// Runs `body` and returns its answer; `nil` when the node refuses the token.
    /// - Parameter isRefusal: true for an error with which the node refuses the token.
    private func answer(unless isRefusal: (MXError) -> Bool, _ body: () async throws -> JSONDocument) async throws
        -> JSONDocument?
    {
        do { return try await body() } catch let error as MXError where isRefusal(error) { return nil }
    }

    private func document(_ response: RawJSON, _ endpoint: String) throws -> JSONDocument {
        guard let document = response.document else {
            throw SDNSDKError(.malformedResponse, endpoint: endpoint, reason: "the page of events has no body")
        }
        return document
    }

    private static let filter: String = {
        var filter = RoomEventFilter()
        filter.lazyLoadMembers = true
        return String(decoding: JSONValue.object(filter.json).serialized(), as: UTF8.self)
    }()

    private static let noToken = SDNSDKError(
        .malformedResponse, field: "end", endpoint: Endpoints.eventContext.name,
        reason: "the node gave no token for the end of the event's context")
    static let tooManyEmptyPages = SDNSDKError(
        .malformedResponse, endpoint: Endpoints.messages.name,
        reason: "the node repeatedly answers with empty pages")
}

extension MXError {
    /// True when a node surely does not know the token of a page. The specification has no error code for this case, so the text of the error is
    /// tested: "Invalid token", "Invalid stream token".
    var isAboutToken: Bool { httpStatus == 400 && error.lowercased().contains("token") }
    /// True when a node may not know the token of a page. Synapse answers "'from' parameter is invalid" with the code `M_UNKNOWN`.
    var mayBeAboutToken: Bool {
        isAboutToken || httpStatus == 400 && [MXError.unknown.errcode, MXError.invalidParam.errcode].contains(errcode)
    }
}
