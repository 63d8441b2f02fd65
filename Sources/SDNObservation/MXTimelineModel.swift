import Observation
import SDNFolds
import SDNSession
import SDNValues

/// A room for a view that observes it: the items of its timeline, its summary and the users who are typing.
///
/// ```swift
/// let model = MXTimelineModel(room: room)
/// await model.loadOlder()
/// await model.perform { try await $0.sendTextMessage("Hello, world!") }
/// for item in model.items { print(item.event.sender, item.event.content["body"]?.stringValue ?? "") }
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
    /// The items of the timeline, oldest first, with messages that are not sent yet at the end. The list is empty until the store was read.
    public private(set) var items: [MXTimelineItem] = []
    /// True when the store was read, so that an empty list means an empty room.
    public private(set) var hasItems = false
    /// True when ``loadOlder(_:)`` may load more.
    public private(set) var hasOlder = true
    /// True while ``loadOlder(_:)`` loads.
    public private(set) var isLoadingOlder = false
    /// The room's name, counts and last message.
    public private(set) var summary: MXRoomSummary
    /// The IDs of the other users who are typing.
    public private(set) var typingUsers: [String]
    /// The last error of the model and of ``perform(_:)``; `nil` when there was none. A view shows it and sets it to `nil`.
    public var failure: (any Error)?
    @ObservationIgnored private var updates: MXTimelineUpdates?
    /// The call of ``loadOlder(_:)`` that loads. Further calls wait for it.
    @ObservationIgnored private var loading: Task<Void, any Error>?
    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// Creates a model of a room and follows it.
    /// - Parameters:
    ///   - room: the room.
    ///   - limit: the greatest number of items in the first list, which is read only from the store. Defaults to 50.
    ///   - hidesThreads: true leaves out events in threads. A thread is then shown only as a summary at its root. Defaults to false.
    public init(room: MXRoom, limit: UInt = 50, hidesThreads: Bool = false) {
        self.room = room
        self.summary = room.summary
        self.typingUsers = room.typingUsers
        // The tasks do not keep the model alive, so that it ends when its last owner releases it.
        following = [
            Task { [weak self] in
                do {
                    let updates = try await room.timelineUpdates(limit: limit, hidesThreads: hidesThreads)
                    self?.updates = updates
                    for await batch in updates {
                        guard let self else { return }
                        self.take(batch, updates)
                    }
                } catch {
                    self?.report(error)
                }
            },
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
    }

    deinit {
        loading?.cancel()
        for task in following { task.cancel() }
    }

    private func take(_ batch: MXTimelineBatch, _ updates: MXTimelineUpdates) {
        items.apply(batch)
        if !hasItems { hasItems = true }
        noteOlder(updates)
    }

    private func noteOlder(_ updates: MXTimelineUpdates) {
        if hasOlder != updates.hasOlder { hasOlder = updates.hasOlder }
    }

    private func report(_ error: any Error) {
        if !(error is CancellationError) { failure = error }
    }

    /// Adds older items to the list, from the store and then from the node. A call that comes while another one loads waits for that one and loads
    /// nothing of its own, so a view may call the method each time its first row appears. An error is in ``failure``.
    /// - Parameter count: the number of items to add. Defaults to 50.
    public func loadOlder(_ count: UInt = 50) async {
        if let loading {
            _ = try? await loading.value
            return
        }
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
        noteOlder(updates)
    }

    /// Runs an action of the user, such as sending a message. An error is in ``failure``; the cancellation of the caller's task is none.
    ///
    /// A message that could not be sent is in the list too, with the reason (``/SDNFolds/MXTimelineItem/failure``).
    public func perform(_ action: (_ room: MXRoom) async throws -> Void) async {
        do {
            try await action(room)
        } catch {
            report(error)
        }
    }
}
