import HeraldLocks
import HeraldJSON
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

/// A world-readable room, read without joining it (SDN sheet 5.8). Nothing is stored, and the members of the room do not notice.
///
/// ```swift
/// let room = try await session.peek(inRoom: "#news:node.example.org")
/// for event in try await room.paginate(50) { print(event.sender, event.type) }
/// let newOnes = try await room.refresh()
/// print(newOnes.count)
/// ```
public final class MXPeekingRoom: Sendable {
    /// The room's ID.
    public let roomId: String
    private let client: MXRestClient

    private struct Reading {
        var state: MXRoomState
        /// The events, oldest first.
        var events: [MXEvent] = []
        var older: String?
        var newer: String?
    }
    private let reading: Mutex<Reading>
    /// Reads one page at a time, so that none is read twice.
    private let gate = SerialGate()

    init(roomId: String, client: MXRestClient) async throws {
        self.roomId = roomId
        self.client = client
        self.reading = Mutex(
            Reading(state: MXRoomState(roomId: roomId, events: try await client.state(ofRoom: roomId))))
        try await loadFirstPage()
    }

    private func loadFirstPage() async throws {
        let page = try await client.messages(
            forRoom: roomId, from: nil, direction: .backwards, limit: MXSession.timelineLimit)
        reading.withLock { reading in
            reading.events = page.chunk.reversed()
            reading.older = page.end
            reading.newer = page.start
        }
    }

    /// The room's state, as far as it was read.
    public var state: MXRoomState { reading.withLock { $0.state } }
    /// The events read so far, oldest first.
    public var events: [MXEvent] { reading.withLock { $0.events } }
    /// True when there are more events before ``events``.
    public var canPaginate: Bool { reading.withLock { $0.older != nil } }

    /// The room's summary, in the form that room lists use.
    public var summary: MXRoomSummary {
        let (state, events) = reading.withLock { ($0.state, $0.events) }
        var summary = MXRoomSummary(roomId: roomId, membership: .unknown)
        for event in state.stateEvents { summary.apply(event) }
        let joined = state.members.joinedMembers.count
        summary.set(.joined, .int(Int64(joined)))
        summary.heroes = state.members.joinedMembers.sorted { $0.userId < $1.userId }.prefix(5).map {
            MXRoomSummary.Hero(userId: $0.userId, name: state.members.memberName($0.userId))
        }
        summary.lastMessage = events.last {
            MXRoomSummary.messageTypes.contains($0.type) && !$0.isRedacted && !$0.isReplacement
        }
        return summary
    }

    /// Reads older events.
    /// - Returns: the events that were not read before, oldest first; none at the beginning of the room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    @discardableResult
    public func paginate(_ numItems: UInt) async throws -> [MXEvent] {
        try await gate.runUnlessCancelled {
            guard let token = self.reading.withLock({ $0.older }) else { return [] }
            let page = try await self.client.messages(
                forRoom: self.roomId, from: token, direction: .backwards, limit: numItems)
            return self.reading.withLock { reading in
                let known = Set(reading.events.map(\.eventId))
                let new = Array(page.chunk.filter { !known.contains($0.eventId) }.reversed())
                reading.events.insert(contentsOf: new, at: 0)
                reading.older = page.end == token || page.chunk.isEmpty ? nil : page.end
                return new
            }
        }
    }

    /// The greatest number of pages that one call reads, because a node may have any number of them.
    static let pagesAtOnce = 100

    /// Reads the events that have arrived since the room was opened or last refreshed, up to 100 pages. The next call continues after them.
    /// - Returns: the new events, oldest first. ``state`` includes their changes.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    @discardableResult
    public func refresh() async throws -> [MXEvent] {
        try await gate.runUnlessCancelled {
            var all: [MXEvent] = []
            for _ in 0..<Self.pagesAtOnce {
                let token = self.reading.withLock { $0.newer }
                let page = try await self.client.messages(
                    forRoom: self.roomId, from: token, direction: .forwards, limit: 100)
                let new = self.reading.withLock { reading -> [MXEvent] in
                    let known = Set(reading.events.map(\.eventId))
                    let new = page.chunk.filter { !known.contains($0.eventId) }
                    reading.events += new
                    for event in new { reading.state.apply(event) }
                    if let end = page.end { reading.newer = end }
                    return new
                }
                all += new
                guard !page.chunk.isEmpty, let end = page.end, end != token else { break }
            }
            return all
        }
    }
}
