/// Receives what the SDK reports about its work. An app puts swift-log, os_log or a file behind it.
///
/// Entries contain names of endpoints, numbers, codes and states. They contain no tokens, no texts of users, no IDs of users, rooms or events,
/// and no sentences of the node. Entries come from any thread, while the SDK works, so the sink must return quickly.
///
/// ```swift
/// struct PrintedLog: MXLogSink {
///     func log(_ entry: MXLogEntry) { print(entry.level, entry.category, entry.message) }
/// }
/// ```
public protocol MXLogSink: Sendable {
    /// The lowest level that the sink wants. Entries below it are not made. Defaults to ``MXLogEntry/Level/info``.
    var minimumLevel: MXLogEntry.Level { get }
    /// Receives an entry.
    func log(_ entry: MXLogEntry)
}

extension MXLogSink {
    /// ``MXLogEntry/Level/info``: entries about single requests are left out.
    public var minimumLevel: MXLogEntry.Level { .info }
}

/// Something that the SDK reports about its work.
public struct MXLogEntry: Sendable, Hashable {
    /// The importance of an entry.
    public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// Each request.
        case debug
        /// A change of state.
        case info
        /// A request that is repeated, or that the node refused.
        case warning
        /// Work that was given up.
        case error

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// The part of the SDK that an entry is about.
    public enum Category: String, Sendable, Hashable, CaseIterable {
        /// Requests to the node.
        case requests
        /// The states of a session.
        case session
    }

    /// The importance.
    public let level: Level
    /// The part of the SDK.
    public let category: Category
    /// An English sentence without full stop, which has no secrets.
    public let message: String

    /// Creates an entry.
    public init(_ level: Level, _ category: Category, _ message: String) {
        self.level = level
        self.category = category
        self.message = message
    }
}

/// The work of a client and its session so far. All numbers begin at zero when the client is created.
public struct MXCounters: Sendable, Hashable {
    /// The requests that were sent, with those that were repeated.
    public package(set) var requests = 0
    /// The requests that were sent again after a failure.
    public package(set) var retries = 0
    /// The calls that the node refused, or that got no usable answer, after all their tries.
    public package(set) var failures = 0
    /// The syncs that the node answered.
    public package(set) var syncs = 0
    /// The bytes of the bodies that were sent, without their headers.
    public package(set) var bytesSent = 0
    /// The bytes of the bodies that were received, without their headers and after decompression.
    public package(set) var bytesReceived = 0
    /// The largest answer to a sync, in bytes.
    public package(set) var largestSync = 0
    /// The time from the creation of the session until it could first list the user's rooms, from its store or after its first sync. `nil`
    /// before that.
    public package(set) var timeToFirstRoomList: Duration?

    package init() {}
}
