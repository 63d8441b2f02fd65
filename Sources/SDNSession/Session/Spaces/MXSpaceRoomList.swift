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

    /// Requests the next page. Does nothing after the last page.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func paginate() async throws {
        try await gate.runUnlessCancelled {
            let (from, hasMore) = self.state.withLock { ($0.next, $0.hasMore) }
            guard hasMore else { return }
            let page = try await self.session.sdnRestClient.getSpaceChildrenForSpace(
                withId: self.spaceId, suggestedOnly: self.suggestedOnly, limit: self.pageSize, maxDepth: 1,
                paginationToken: from)
            self.state.withLock { state in
                for room in page.rooms where room.roomId != self.spaceId && state.known.insert(room.roomId).inserted {
                    state.rooms.append(room)
                }
                // A node that returns the same token again would never come to an end.
                state.hasMore = page.nextBatch != nil && page.nextBatch != from
                state.next = page.nextBatch
            }
        }
    }
}
