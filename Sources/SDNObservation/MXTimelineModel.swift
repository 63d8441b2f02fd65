import Foundation
import Observation
import SDNFolds
import SDNSession
import SDNValues

/// A room or one of its threads for a view that observes it: the rows of its timeline, its summary and the users who are typing.
///
/// ```swift
/// let model = MXTimelineModel(room: room)
/// await model.loadOlder()
/// await model.send("Hello, world!")
/// for row in model.rows {
///     switch row {
///     case .event(let item): print(item.senderProfile.shownName, item.content.body ?? "")
///     case .dateDivider(let day, _): print(day.formatted(date: .long, time: .omitted))
///     case .readMarker, .unreadMarker: print("new")
///     }
/// }
/// ```
///
/// The model follows the room by itself until it is released, the room is left or the session is closed. Every property may be read while a view is
/// drawn: each read returns a value in memory.
///
/// Observation needs iOS 17 and macOS 14. The other modules of a client work on iOS 16 and macOS 13, and an app for these systems uses
/// ``/SDNSession/MXTimelineUpdates`` itself.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class MXTimelineModel {
    /// The room.
    public let room: MXRoom
    /// The ID of the event that begins the thread; `nil` for the timeline of the room.
    public let threadRootId: String?
    /// The rows of the screen, oldest first: items, days, the read marker and the mark of unread messages. The list is empty until the store was read.
    public private(set) var rows: [MXTimelineRow] = []
    /// The items among ``rows``, with messages that are not sent yet at the end.
    public private(set) var items: [MXTimelineItem] = []
    /// True when the store was read. The list may be empty then, because the newest stored events are no items or because a sync skipped events.
    /// While ``hasOlder`` is true, ``loadOlder(_:)`` brings items. An empty list without older items means an empty room.
    public private(set) var hasItems = false
    /// True when ``loadOlder(_:)`` may load more.
    public private(set) var hasOlder = true
    /// True when the list dropped its newest items, because it is limited. ``returnToNewest()`` brings them back.
    public private(set) var hasNewer = false
    /// True while ``loadOlder(_:)`` loads.
    public private(set) var isLoadingOlder = false
    /// The room's name, counts and last message.
    public private(set) var summary: MXRoomSummary
    /// The IDs of the other users who are typing.
    public private(set) var typingUsers: [String]
    /// The last error of the model and of ``perform(_:)``; `nil` when there was none. A view shows it and sets it to `nil`.
    public var failure: (any Error)?
    @ObservationIgnored private let hidesThreads: Bool
    @ObservationIgnored private var marked: TimelineRows
    @ObservationIgnored private let open: @Sendable () async throws -> MXTimelineUpdates
    /// Opens the list; `nil` when that has failed.
    @ObservationIgnored private var opening: Task<Void, Never>?
    @ObservationIgnored private var updates: MXTimelineUpdates?
    @ObservationIgnored private var pending: MXTimelineUpdates.Pending?
    /// The call of ``loadOlder(_:)`` that loads. Further calls wait for it.
    @ObservationIgnored private var loading: Task<Void, any Error>?
    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// Creates a model of a room's timeline and follows it.
    /// - Parameters:
    ///   - room: the room.
    ///   - limit: the greatest number of items in the first list, which is read only from the store. Defaults to 50.
    ///   - hidesThreads: true leaves out events in threads. A thread is then shown only as a summary at its root. Defaults to false.
    ///   - maximumItemCount: the greatest number of items in memory (``/SDNSession/MXTimelineUpdates/maximumItemCount``); `nil`, the default, for no
    ///     limit.
    ///   - calendar: the calendar by which days begin. Defaults to the user's.
    public convenience init(
        room: MXRoom, limit: UInt = 50, hidesThreads: Bool = false, maximumItemCount: Int? = nil,
        calendar: Calendar = .current
    ) {
        self.init(room: room, threadRootId: nil, hidesThreads: hidesThreads, calendar: calendar) {
            let updates = try await room.timelineUpdates(limit: limit, hidesThreads: hidesThreads)
            updates.maximumItemCount = maximumItemCount
            return updates
        }
    }

    /// Creates a model of a thread and follows it.
    /// - Parameters:
    ///   - room: the room of the thread.
    ///   - threadRootId: the ID of the event that begins the thread.
    ///   - limit: the greatest number of items in the first list, which is read only from the store. Defaults to 50.
    ///   - calendar: the calendar by which days begin. Defaults to the user's.
    public convenience init(room: MXRoom, threadRootId: String, limit: UInt = 50, calendar: Calendar = .current) {
        self.init(room: room, threadRootId: threadRootId, hidesThreads: false, calendar: calendar) {
            try await room.threadTimelineUpdates(rootId: threadRootId, limit: limit)
        }
    }

    private init(
        room: MXRoom, threadRootId: String?, hidesThreads: Bool, calendar: Calendar,
        open: @escaping @Sendable () async throws -> MXTimelineUpdates
    ) {
        self.room = room
        self.threadRootId = threadRootId
        self.hidesThreads = hidesThreads
        self.marked = TimelineRows(calendar: calendar)
        self.summary = room.summary
        self.typingUsers = room.typingUsers
        self.open = open
        // The tasks do not keep the model alive, so that it ends when its last owner releases it.
        following = [
            Task { [weak self] in
                for await summary in room.summaryUpdates() {
                    guard let self else { return }
                    self.summary = summary
                }
            },
            Task { [weak self] in
                for await users in room.typingUpdates() {
                    guard let self else { return }
                    self.typingUsers = users
                }
            },
        ]
        _ = begin()
    }

    deinit {
        opening?.cancel()
        loading?.cancel()
        for task in following { task.cancel() }
    }

    /// Opens the list and follows it. An error is in ``failure``.
    private func begin() -> Task<Void, Never> {
        let opening = Task { [weak self, open] in
            do {
                let updates = try await open()
                self?.follow(updates)
            } catch {
                self?.opening = nil
                self?.report(error)
            }
        }
        self.opening = opening
        return opening
    }

    private func follow(_ updates: MXTimelineUpdates) {
        let pending = updates.pending()
        (self.updates, self.pending) = (updates, pending)
        catchUp()
        following.append(
            Task { [weak self] in
                for await _ in pending.signals {
                    guard let self else { return }
                    self.catchUp()
                }
                self?.catchUp()
            })
    }

    /// Takes over the changes of the list so far.
    private func catchUp() {
        guard let updates, let pending else { return }
        while let batch = pending.take() {
            items.apply(batch)
            rows.apply(marked.apply(batch))
            if !hasItems { hasItems = true }
        }
        if hasOlder != updates.hasOlder { hasOlder = updates.hasOlder }
        if hasNewer != updates.hasNewer { hasNewer = updates.hasNewer }
    }

    private func report(_ error: any Error) {
        if !(error is CancellationError) { failure = error }
    }

    /// Adds older items to the list, from the store and then from the node. The method waits until the store was read, and reads it again if that
    /// has failed. A call that comes while another one loads waits for that one and loads nothing of its own, so a view may call the method each
    /// time its first row appears. An error is in ``failure``.
    /// - Parameter count: the number of items to add. Defaults to 50.
    public func loadOlder(_ count: UInt = 50) async {
        if updates == nil { await (opening ?? begin()).value }
        if let loading {
            _ = try? await loading.value
            return
        }
        catchUp()
        guard let updates, hasOlder else { return }
        let loading = Task { try await updates.loadOlder(count) }
        self.loading = loading
        isLoadingOlder = true
        do {
            try await loading.value
        } catch {
            report(error)
        }
        self.loading = nil
        isLoadingOlder = false
        catchUp()
    }

    /// Adds newer items to a list that dropped them (``hasNewer``), from the store. An error is in ``failure``.
    /// - Parameter count: the number of items to add. Defaults to 50.
    public func loadNewer(_ count: UInt = 50) async {
        guard let updates, hasNewer else { return }
        await attempt { try await updates.loadNewer(count) }
        catchUp()
    }

    /// Shows the newest items again when the list dropped them (``hasNewer``). An error is in ``failure``.
    public func returnToNewest() async {
        guard let updates, hasNewer else { return }
        await attempt { try await updates.returnToNewest() }
        catchUp()
    }

    /// Gets the message to which an item replies, if the list does not have it (``/SDNFolds/MXInReplyTo/event`` is `nil`). The item then shows it. An
    /// error is in ``failure``.
    public func loadRepliedTo(by item: MXTimelineItem) async {
        guard let updates, let reply = item.inReplyTo, reply.event == nil else { return }
        await attempt { try await updates.fetchDetails(forEventId: reply.eventId) }
    }

    /// Sends a text into the room, or into the thread that the model shows. The message is in the list at once. An error is in ``failure``.
    public func send(_ text: String) async {
        let threadRootId = threadRootId
        await returnToNewest()
        await perform { try await $0.sendTextMessage(text, threadId: threadRootId) }
    }

    /// Records that the user has read everything that is shown: the room, the room without its threads, or only the thread that the model shows. An
    /// error is in ``failure``.
    public func markAsRead() async {
        guard threadRootId != nil || hidesThreads else { return await perform { try await $0.markAllAsRead() } }
        let last = items.last { !$0.original.isLocalEvent }?.original
        await perform { room in
            guard let threadRootId else {
                if let last { try await room.acknowledgeEvent(last, andUpdateReadMarker: true, hidesThreads: true) }
                if room.summary.isMarkedAsUnread { try await room.setMarkedAsUnread(false) }
                return
            }
            if let last { try await room.acknowledgeEvent(last, inThread: threadRootId) }
        }
    }

    /// Runs an action of the user, such as sending a message. An error is in ``failure``; the cancellation of the caller's task is none.
    ///
    /// A message that could not be sent is in the list too, with the reason (``/SDNFolds/MXTimelineItem/failure``).
    public func perform(_ action: (_ room: MXRoom) async throws -> Void) async {
        await attempt { try await action(room) }
    }

    private func attempt(_ action: () async throws -> Void) async {
        do { try await action() } catch {
            report(error)
        }
    }
}
