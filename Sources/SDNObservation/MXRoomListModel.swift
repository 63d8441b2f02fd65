import Observation
import SDNSession
import SDNValues

/// The user's rooms for a view that observes them: the rooms of a list, in its order, its filter, and the state of the session.
///
/// ```swift
/// let model = MXRoomListModel(session: session, pageSize: 50)
/// for room in model.rooms(in: .invites) { print("invited to", room.displayName) }
/// for room in model.rooms { print(room.displayName, room.unreadCount) }
/// model.filter = .all([.unread, .category(.people)])
/// model.searchText = "ann"
/// ```
///
/// The model has the stored rooms from the beginning, also without a network. It follows the session by itself until it is released or the session
/// is closed. Every property may be read while a view is drawn: each read returns a value in memory.
///
/// Observation needs iOS 17 and macOS 14. The other modules of a client work on iOS 16 and macOS 13, and an app for these systems uses
/// ``/SDNSession/MXRoomList`` itself.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class MXRoomListModel {
    /// The session whose rooms these are.
    public let session: MXSession
    /// The rooms that the list may show, and their order. ``filter`` and ``searchText`` choose among these rooms.
    public let options: MXRoomListOptions
    /// The list as one value. Two lists give the moves of the rows between them (``/SDNSession/MXRoomListSnapshot/changes(since:)``).
    public private(set) var list: MXRoomListSnapshot
    /// The rooms of the loaded pages, section by section, in order.
    public private(set) var rooms: [MXRoomSummary]
    /// The joined spaces that are in no other joined space, sorted by name, for a view that offers ``/SDNSession/MXRoomListFilter/space(_:)``.
    public private(set) var spaces: [MXRoomSummary]
    /// The state of the session. A view can say with it that the node cannot be reached.
    public private(set) var state: MXSessionState
    private var chosenFilter = MXRoomListFilter.all([])
    private var typedText = ""
    @ObservationIgnored private let entries: MXRoomListDynamicEntries
    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// Creates a model of a session's rooms and follows them.
    /// - Parameters:
    ///   - session: a session with a store. It need not be started.
    ///   - options: the rooms that the list may show, and their order. Defaults to those of most lists.
    ///   - pageSize: the number of rooms that are shown at first and that ``loadMore()`` adds; `nil`, the default, shows all rooms.
    public init(session: MXSession, options: MXRoomListOptions = MXRoomListOptions(), pageSize: Int? = nil) {
        self.session = session
        self.options = options
        let entries = session.roomList(options).entriesWithDynamicAdapters(pageSize: pageSize ?? .max)
        self.entries = entries
        let list = entries.snapshot
        self.list = list
        self.rooms = Array(list.rooms)
        self.spaces = session.topLevelSpaces.compactMap { $0.room?.summary }
        self.state = session.state
        // The tasks do not keep the model alive, so that it ends when its last owner releases it.
        following = [
            Task { [weak self] in
                for await list in entries {
                    guard let self else { return }
                    self.list = list
                    self.rooms = Array(list.rooms)
                }
            },
            Task { [weak self] in
                for await spaces in session.spaceList {
                    guard let self else { return }
                    if self.spaces != spaces { self.spaces = spaces }
                }
            },
            Task { [weak self] in
                for await state in session.stateUpdates() {
                    guard let self else { return }
                    self.state = state
                }
                self?.state = session.state
            },
        ]
    }

    deinit { for task in following { task.cancel() } }

    /// The rooms that are shown, such as unread rooms or those of a space. Defaults to all rooms of ``options``. A change goes back to the first
    /// page.
    public var filter: MXRoomListFilter {
        get { chosenFilter }
        set {
            chosenFilter = newValue
            applyFilter()
        }
    }

    /// The text of a search field. It selects rooms by their names (``/SDNSession/MXRoomListFilter/normalizedMatchRoomName(_:)``) among those of
    /// ``filter``. An empty text selects all of them.
    public var searchText: String {
        get { typedText }
        set {
            typedText = newValue
            applyFilter()
        }
    }

    private func applyFilter() {
        entries.controller.setFilter(.all([options.filter, chosenFilter, .normalizedMatchRoomName(typedText)]))
    }

    /// True when ``loadMore()`` adds rooms.
    public var hasMore: Bool { list.hasMore }

    /// Adds a page of rooms at the end. A view may call the method each time its last row appears.
    public func loadMore() {
        if hasMore { entries.controller.addOnePage() }
    }

    /// Returns the rooms of one section, in order.
    public func rooms(in section: MXRoomListSection) -> [MXRoomSummary] { list.rooms(in: section) }
}
