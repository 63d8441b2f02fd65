import Observation
import SDNClient
import SDNSession
import SDNValues

/// The threads of a room for a view that observes them, the one with the newest event first.
///
/// ```swift
/// let threads = MXThreadListModel(room: room)
/// await threads.loadMore()
/// for thread in threads.threads { print(thread.root.shortText(), thread.summary.count, thread.notificationCount) }
/// ```
///
/// The model follows the room by itself until it is released or the session is closed. `MXTimelineModel(room:threadRootId:)` shows one of the threads.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class MXThreadListModel {
    /// The room.
    public let room: MXRoom
    /// The threads that are known. The list is empty until the store was read.
    public private(set) var threads: [MXThread] = []
    /// True when ``loadMore()`` may bring more threads.
    public private(set) var hasMore = true
    /// True while ``loadMore()`` loads.
    public private(set) var isLoading = false
    /// The last error of the model; `nil` when there was none. A view shows it and sets it to `nil`.
    public var failure: (any Error)?
    /// The list, which is read from the store once.
    @ObservationIgnored private let list: Task<MXThreadList, any Error>
    @ObservationIgnored private var following: Task<Void, Never>?

    /// Creates a model of a room's threads and follows them.
    /// - Parameters:
    ///   - room: the room.
    ///   - include: the threads to list. Defaults to all.
    public init(room: MXRoom, include: MXThreadListInclude = .all) {
        self.room = room
        let list = Task { try await room.threadList(include: include) }
        self.list = list
        // The task does not keep the model alive, so that it ends when its last owner releases it.
        following = Task { [weak self] in
            do {
                let list = try await list.value
                for await threads in list.updates() {
                    guard let self else { return }
                    self.threads = threads
                    self.noteMore(list)
                }
            } catch {
                self?.report(error)
            }
        }
    }

    deinit {
        list.cancel()
        following?.cancel()
    }

    private func noteMore(_ list: MXThreadList) {
        if hasMore != list.hasMore { hasMore = list.hasMore }
    }

    private func report(_ error: any Error) {
        if !(error is CancellationError) { failure = error }
    }

    /// Asks the node for the next page of threads. A call that comes while another one loads does nothing. An error is in ``failure``.
    public func loadMore() async {
        guard hasMore, !isLoading else { return }
        isLoading = true
        do {
            let list = try await list.value
            try await list.loadMore()
            threads = list.threads
            noteMore(list)
        } catch {
            report(error)
        }
        isLoading = false
    }
}
