import HeraldLocks
import SDNClient
import SDNValues

/// All rooms of a space, page by page, as the node lists them: also those that the user has not joined.
///
/// ```swift
/// let list = try session.space(withId: spaceId).children(pageSize: 20)
/// while list.hasMore { try await list.paginate() }
/// for child in list.rooms { print(child.room.displayname, list.membership(ofRoom: child.roomId)) }
/// ```
///
/// The rooms of spaces inside the space are not listed; each of these spaces has a list of its own.
public final class MXSpaceRoomList: Sendable {
    private let session: MXSession
    /// The ID of the space.
    public let spaceId: String
    private let pageSize: UInt?
    private let suggestedOnly: Bool

    private struct State {
        var rooms: [MXSpaceChildSummaryResponse] = []
        var known: Set<String> = []
        var next: String?
        var hasMore = true
    }
    private let state = Mutex(State())
    /// Runs one request at a time.
    private let gate = SerialGate()

    init(session: MXSession, id: String, pageSize: UInt?, suggestedOnly: Bool) {
        self.session = session
        self.spaceId = id
        self.pageSize = pageSize
        self.suggestedOnly = suggestedOnly
    }

    /// The rooms of the pages so far, without the space itself.
    public var rooms: [MXSpaceChildSummaryResponse] { state.withLock { $0.rooms } }
    /// True until the last page was requested.
    public var hasMore: Bool { state.withLock { $0.hasMore } }

    /// Returns the user's membership in a room of the list now; ``/SDNValues/MXMembership/unknown`` for a room that the user may still join.
    public func membership(ofRoom roomId: String) -> MXMembership {
        session.roomSummary(withRoomId: roomId)?.membership ?? .unknown
    }

    /// Requests the next page. Does nothing after the last page. If the node no longer knows where the list continues, the list is requested from its
    /// beginning, up to the first room that is new. Synapse, for example, forgets the place after five minutes.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func paginate() async throws {
        try await gate.runUnlessCancelled {
            guard self.hasMore else { return }
            let from = self.state.withLock { $0.next }
            do {
                _ = try await self.take(from)
            } catch let error as MXError where error.httpStatus == 400 && from != nil {
                self.state.withLock { $0.next = nil }
                try await self.repeatPages()
            }
        }
    }

    /// Requests the list from its beginning until a page has a new room. Each page before it has the space or a known room, so their number
    /// limits the requests.
    private func repeatPages() async throws {
        for _ in 0..<state.withLock({ $0.known.count + 2 }) where hasMore {
            if try await take(state.withLock { $0.next }) { return }
        }
    }

    /// Requests a page.
    /// - Returns: true when the page has a new room.
    private func take(_ from: String?) async throws -> Bool {
        let page = try await session.sdnRestClient.getSpaceChildrenForSpace(
            withId: spaceId, suggestedOnly: suggestedOnly, limit: pageSize, maxDepth: 1, paginationToken: from)
        return state.withLock { state in
            let before = state.rooms.count
            for room in page.rooms where room.roomId != spaceId && state.known.insert(room.roomId).inserted {
                state.rooms.append(room)
            }
            // A node that returns the same token again would never come to an end.
            state.hasMore = page.nextBatch != nil && page.nextBatch != from
            state.next = page.nextBatch
            return state.rooms.count > before
        }
    }
}
