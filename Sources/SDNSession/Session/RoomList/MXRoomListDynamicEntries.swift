import HeraldLocks

/// A room list that is read page by page, and whose filter can be changed while it is read.
///
/// ```swift
/// let entries = session.roomList.entriesWithDynamicAdapters(pageSize: 20)
/// entries.controller.setFilter(.normalizedMatchRoomName("ann"))
/// for await list in entries {
///     print(list.rooms.map(\.displayName), list.hasMore)
/// }
/// ```
///
/// It is a sequence of snapshots, as ``MXRoomList`` is. Each snapshot has the rooms of the loaded pages, from the beginning of the list. A room that
/// moves to a page that is not loaded leaves the snapshot.
public struct MXRoomListDynamicEntries: AsyncSequence, Sendable {
    public typealias Element = MXRoomListSnapshot
    public typealias AsyncIterator = AsyncStream<MXRoomListSnapshot>.Iterator

    private let list: MXRoomList
    /// Changes the filter and the number of pages.
    public let controller: MXRoomListDynamicEntriesController

    init(_ list: MXRoomList, pageSize: Int) {
        self.list = list
        controller = MXRoomListDynamicEntriesController(
            RoomListAdapters(filter: list.options.filter, pageSize: pageSize), list.session)
    }

    /// The rooms of the loaded pages.
    public var snapshot: MXRoomListSnapshot {
        let adapters = controller.adapters
        return MXRoomListSnapshot(
            RoomListIndex(adapters.options(list.options), of: list.session), limit: adapters.limit)
    }

    public func makeAsyncIterator() -> AsyncIterator {
        list.session.roomLists.subscribe(list.session, list.options, controller.adapters).makeAsyncIterator()
    }
}

/// Changes the filter and the number of pages of a room list. The readers of the list get the changed list at once.
public final class MXRoomListDynamicEntriesController: Sendable {
    let adapters: RoomListAdapters
    private let session: MXSession

    init(_ adapters: RoomListAdapters, _ session: MXSession) {
        self.adapters = adapters
        self.session = session
    }

    /// The filter of the list.
    public var filter: MXRoomListFilter { adapters.current.filter }

    /// Sets the filter, and goes back to the first page. It is fast enough to be called at each key of a search field.
    public func setFilter(_ filter: MXRoomListFilter) {
        session.roomLists.change(adapters, session) { state in
            guard state.filter != filter else { return }
            state = RoomListAdapters.State(filter: filter)
        }
    }

    /// Adds a page at the end. If all rooms are loaded (``MXRoomListSnapshot/hasMore``), the readers get the same list again.
    public func addOnePage() {
        session.roomLists.change(adapters, session) { $0.pages += $0.pages < 1 << 40 ? 1 : 0 }
    }

    /// Goes back to the first page.
    public func resetToOnePage() { session.roomLists.change(adapters, session) { $0.pages = 1 } }
}

extension MXRoomList {
    /// Returns the list page by page. It begins with the first page and with the filter of ``options``.
    /// - Parameter pageSize: the number of rooms of a page, at least 1.
    public func entriesWithDynamicAdapters(pageSize: Int) -> MXRoomListDynamicEntries {
        MXRoomListDynamicEntries(self, pageSize: pageSize)
    }
}

/// The filter and the pages of a room list.
final class RoomListAdapters: Sendable {
    struct State: Sendable {
        var filter: MXRoomListFilter
        var pages = 1
    }
    private let pageSize: Int
    private let state: Mutex<State>

    init(filter: MXRoomListFilter, pageSize: Int) {
        self.pageSize = max(pageSize, 1)
        state = Mutex(State(filter: filter))
    }

    var current: State { state.withLock { $0 } }

    /// The number of rooms on the loaded pages.
    var limit: Int {
        let (limit, overflow) = pageSize.multipliedReportingOverflow(by: current.pages)
        return overflow ? .max : limit
    }

    /// Returns the options with the filter that is set now.
    func options(_ options: MXRoomListOptions) -> MXRoomListOptions {
        var options = options
        options.filter = current.filter
        return options
    }

    /// Changes the state.
    /// - Returns: the number of rooms on the loaded pages before.
    func change(_ body: (inout State) -> Void) -> Int {
        let before = limit
        state.withLock { body(&$0) }
        return before
    }
}
