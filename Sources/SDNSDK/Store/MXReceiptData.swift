/// How far a user has read (SDN sheet 5.8): a receipt, or an event that the user sent, which implies one.
public struct MXReceiptData: Sendable, Hashable {
    /// The event that the user has read up to.
    public let eventId: String
    /// Who has read it.
    public let userId: String
    /// The root of the thread that the receipt is for, or `main` for what is in no thread; `nil` for everything.
    public let threadId: String?
    /// When, in milliseconds since 1970 by the node's clock; 0 when it did not say.
    public let ts: UInt64
    /// Whether only the user's own devices see it.
    public let isPrivate: Bool

    /// A receipt as a store kept it.
    public init(eventId: String, userId: String, threadId: String? = nil, ts: UInt64 = 0, isPrivate: Bool = false) {
        self.eventId = eventId
        self.userId = userId
        self.threadId = threadId
        self.ts = ts
        self.isPrivate = isPrivate
    }

    /// What there is one receipt for: a user has one for each thread, and a private one beside each.
    struct Key: Hashable {
        let userId: String
        let threadId: String?
        let isPrivate: Bool
    }
    var key: Key { Key(userId: userId, threadId: threadId, isPrivate: isPrivate) }

    /// Whether it says how far the room as a whole is read.
    var isForRoom: Bool { threadId == nil || threadId == "main" }
}
