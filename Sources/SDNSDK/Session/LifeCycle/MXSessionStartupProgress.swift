/// How far a session is on its way from being made to being in step with the node (SDN sheet 4.3).
public struct MXSessionStartupProgress: Sendable, Hashable {
    /// What a session does one after the other. Each step is one piece of work: there is no telling how far it is.
    public enum Stage: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// ``MXSession/start(withSyncFilterId:)`` was not called.
        case notStarted
        /// The store is opened and read.
        case readingStore
        /// The node puts its first answer together, and the answer is on its way.
        case waitingForNode
        /// The first answer is written into the store.
        case storing
        /// In step.
        case done

        public static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
    }

    /// What the session does now.
    public let stage: Stage

    /// The steps that are done, as a part of all: from 0 to 1.
    public var fraction: Double { Double(stage.rawValue) / Double(Stage.done.rawValue) }
}
