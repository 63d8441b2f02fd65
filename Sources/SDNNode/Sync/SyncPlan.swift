import SDNWire

/// The parameters of a sync. They are a class, because a waiting poll keeps several references to them.
final class SyncPlan: Sendable {
    let caller: Caller
    let filter: SyncFilter
    let since: Int64?
    /// The client's position in typing and presence.
    let live: LivePosition?
    /// The position up to which the device has its messages, if it is not `since`.
    let toDevice: Int64?
    let fullState: Bool
    /// True if the client called SendingNetwork's root. The answer then has all parts, also those that Matrix lets a node leave out.
    let isSDN: Bool
    /// The members that the device has already received.
    let known: LazyMemberMemory.Members
    let keyLimits: KeyLimits
    let ignored: IgnoredSenders
    /// The lists of the filter, with the work that matching them may cost in this request.
    let matchers: SyncMatchers
    /// The members of events that the client wants; `nil` for all.
    let fields: EventFields?
    let unread: UnreadMemory

    init(
        caller: Caller, filter: SyncFilter, since: Int64?, live: LivePosition?, toDevice: Int64?, fullState: Bool,
        isSDN: Bool, known: LazyMemberMemory.Members, keyLimits: KeyLimits, ignored: IgnoredSenders,
        matchers: SyncMatchers, unread: UnreadMemory
    ) {
        self.caller = caller
        self.filter = filter
        self.since = since
        self.live = live
        self.toDevice = toDevice
        self.fullState = fullState
        self.isSDN = isSDN
        self.known = known
        self.keyLimits = keyLimits
        self.ignored = ignored
        self.matchers = matchers
        self.fields = EventFields(filter.eventFields)
        self.unread = unread
    }
}
