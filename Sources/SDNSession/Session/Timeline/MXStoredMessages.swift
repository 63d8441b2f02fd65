import HeraldLocks
import SDNValues

/// Iterates over the stored events of a room, newest first, without asking the node (SDN sheet 5.9). At a gap in the stored history, it continues
/// with the older stored events.
///
/// Events that arrive after the iteration began are not included. Use the object in one task at a time.
public final class MXStoredMessages: AsyncSequence, Sendable {
    /// The element of the sequence.
    public typealias Element = MXEvent
    private struct Standing: Sendable {
        var position: MXTimelinePosition?
        var hasBegun = false
        var read: [MXEvent] = []
    }
    private let session: MXSession
    private let roomId: String
    private let types: Set<String>?
    private let standing = Mutex(Standing())

    init(session: MXSession, roomId: String, types: [MXEventType]?) {
        self.session = session
        self.roomId = roomId
        self.types = types.map { Set($0.map(\.identifier)) }
    }

    /// Returns the next events, newest first, at most `count`; `nil` when there are no more.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func nextEventsBatch(_ count: UInt) async throws -> [MXEvent]? {
        var events: [MXEvent] = []
        while events.count < Int(clamping: count) {
            guard let event = try await nextEvent() else { break }
            events.append(event)
        }
        return events.isEmpty ? nil : events
    }

    /// Returns the next event; `nil` when there are no more.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func nextEvent() async throws -> MXEvent? {
        while true {
            if let event = standing.withLock({ $0.read.popLast() }) {
                if types?.contains(event.type) ?? true { return event }
                continue
            }
            guard try await read() else { return nil }
        }
    }

    /// Returns the number of stored events of any type that were not returned yet.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func remaining() async throws -> UInt {
        let (begin, read, roomId) = (
            standing.withLock { $0.hasBegun ? $0.position : nil }, standing.withLock { ($0.hasBegun, $0.read.count) },
            roomId
        )
        if read.0, begin == nil { return UInt(read.1) }
        return try await session.store.read { store in
            guard let position = try begin ?? store.newestSegment(ofRoom: roomId)?.endPosition else { return 0 }
            var count = try store.eventCount(inSegment: position.segment, before: position.index) + read.1
            var segment = try store.segment(position.segment)
            while let current = segment, let older = try store.segment(olderThan: current) {
                count += try store.eventCount(inSegment: older.id, before: .max)
                segment = older
            }
            return UInt(clamping: count)
        }
    }

    /// Reads more events from the store.
    /// - Returns: true when there were more events.
    private func read() async throws -> Bool {
        let (begun, place, roomId) = (standing.withLock { $0.hasBegun }, standing.withLock { $0.position }, roomId)
        if begun, place == nil { return false }
        let (events, next) = try await session.store.read { store -> ([MXEvent], MXTimelinePosition?) in
            var position = try place ?? store.newestSegment(ofRoom: roomId)?.endPosition
            while let current = position {
                let events = try store.events(inSegment: current.segment, before: current.index, limit: 100)
                guard let segment = try store.segment(current.segment) else { return ([], nil) }
                if !events.isEmpty {
                    let index = Swift.min(current.index, segment.end).subtractingReportingOverflow(Int64(events.count))
                        .partialValue
                    return (events, MXTimelinePosition(segment: segment.id, index: index))
                }
                position = try store.segment(olderThan: segment)?.endPosition
            }
            return ([], nil)
        }
        standing.withLock { standing in
            standing.hasBegun = true
            standing.position = next
            standing.read = events.reversed()
        }
        return !events.isEmpty
    }

    /// Returns an iterator that continues at the current position of the sequence.
    public func makeAsyncIterator() -> Iterator { Iterator(messages: self) }

    /// Delivers one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let messages: MXStoredMessages
        /// Returns the next event; `nil` when there are no more.
        /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
        public mutating func next() async throws -> MXEvent? { try await messages.nextEvent() }
    }
}

extension MXRoom {
    /// The stored events, newest first.
    public var enumeratorForStoredMessages: MXStoredMessages {
        MXStoredMessages(session: mxSession, roomId: roomId, types: nil)
    }
    /// Returns the stored events of some types, newest first.
    public func enumeratorForStoredMessages(withTypeIn types: [MXEventType]?) -> MXStoredMessages {
        MXStoredMessages(session: mxSession, roomId: roomId, types: types)
    }
    /// Returns the number of stored events of this room.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func storedMessagesCount() async throws -> UInt { try await enumeratorForStoredMessages.remaining() }
}
