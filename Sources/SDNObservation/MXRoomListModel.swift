import Observation
import SDNSession
import SDNValues

/// The user's rooms for a view that observes them: the rooms of a list, in its order, and the state of the session.
///
/// ```swift
/// let model = MXRoomListModel(session: session)
/// for room in model.rooms(in: .invites) { print("invited to", room.displayName) }
/// for room in model.rooms { print(room.displayName, room.notificationCount) }
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
    /// The rooms that the list shows, and their order.
    public let options: MXRoomListOptions
    /// The list as one value. Two lists give the moves of the rows between them (``/SDNSession/MXRoomListSnapshot/changes(since:)``).
    public private(set) var list: MXRoomListSnapshot
    /// All rooms, section by section, in order.
    public private(set) var rooms: [MXRoomSummary]
    /// The state of the session. A view can say with it that the node cannot be reached.
    public private(set) var state: MXSessionState
    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// Creates a model of a session's rooms and follows them.
    /// - Parameters:
    ///   - session: a session with a store. It need not be started.
    ///   - options: the rooms that the list shows, and their order. Defaults to those of most lists.
    public init(session: MXSession, options: MXRoomListOptions = MXRoomListOptions()) {
        self.session = session
        self.options = options
        let list = session.roomList(options).snapshot
        self.list = list
        self.rooms = Array(list.rooms)
        self.state = session.state
        // The tasks do not keep the model alive, so that it ends when its last owner releases it.
        following = [
            Task { [weak self] in
                for await list in session.roomList(options) {
                    guard let self else { return }
                    self.list = list
                    self.rooms = Array(list.rooms)
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

    /// Returns the rooms of one section, in order.
    public func rooms(in section: MXRoomListSection) -> [MXRoomSummary] { list.rooms(in: section) }
}
