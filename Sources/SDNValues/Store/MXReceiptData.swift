/// A user's reading position (SDN sheet 5.8). It is a receipt, or it follows from an event that the user sent.
public struct MXReceiptData: Sendable, Hashable {
    /// The event up to which the user has read.
    public let eventId: String
    /// The user who has read the event.
    public let userId: String
    /// The root of the receipt's thread, or `main` for events outside of threads; `nil` for all events.
    public let threadId: String?
    /// The time of the receipt, in milliseconds since 1970 by the node's clock; 0 when the node did not say.
    public let ts: UInt64
    /// True when only the user's own devices see the receipt.
    public let isPrivate: Bool

    /// Creates a receipt from its stored form.
    public init(eventId: String, userId: String, threadId: String? = nil, ts: UInt64 = 0, isPrivate: Bool = false) {
        self.eventId = eventId
        self.userId = userId
        self.threadId = threadId
        self.ts = ts
        self.isPrivate = isPrivate
    }

    /// The key of a receipt. For each thread, a user has at most one public and one private receipt.
    package struct Key: Hashable {
        package let userId: String
        package let threadId: String?
        package let isPrivate: Bool

        package init(userId: String, threadId: String?, isPrivate: Bool) {
            self.userId = userId
            self.threadId = threadId
            self.isPrivate = isPrivate
        }
    }
    package var key: Key { Key(userId: userId, threadId: threadId, isPrivate: isPrivate) }

    /// True when the receipt is about the room and not about one thread.
    package var isForRoom: Bool { threadId == nil || threadId == MXReceiptData.main }

    /// True when the receipt says something about events of a thread: it is about all events, or about that thread.
    /// - Parameter threadId: the root of the thread; `nil` for events outside of threads.
    package func concerns(threadId: String?) -> Bool {
        self.threadId == nil || self.threadId == threadId ?? MXReceiptData.main
    }

    /// The ``threadId`` of a receipt for the events outside of threads.
    package static let main = "main"
}

/// The types of receipts on the wire.
package enum ReceiptType {
    package static let read = "m.read"
    package static let readPrivate = "m.read.private"
}
