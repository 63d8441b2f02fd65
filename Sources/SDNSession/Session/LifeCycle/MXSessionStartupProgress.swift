/// The progress of a session's start (SDN sheet 4.3).
public struct MXSessionStartupProgress: Sendable, Hashable {
    /// The steps of the start, in order. The progress within a step is not known.
    public enum Stage: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// ``MXSession/start(withSyncFilterId:)`` was not called.
        case notStarted
        /// The store is opened and read.
        case readingStore
        /// The node prepares and sends its first answer.
        case waitingForNode
        /// The first answer is written to the store.
        case storing
        /// The session is up to date.
        case done

        public static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
    }

    /// The current step.
    public let stage: Stage

    /// The completed steps as a fraction of all, from 0 to 1.
    public var fraction: Double { Double(stage.rawValue) / Double(Stage.done.rawValue) }
}
