import HeraldLocks
import SDNFolds

extension TimelineFeed {
    /// One reader of a live list, with the batches that it has not read yet.
    final class Reader: Sendable {
        private struct Waiting {
            var batches: [MXTimelineBatch] = []
            /// The number of changes in the batches.
            var changes = 0
        }
        private let waiting = Mutex(Waiting())
        /// Signals that a batch waits.
        let signals: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

        /// Removes and returns the oldest batch; `nil` when none waits.
        func take() -> MXTimelineBatch? {
            waiting.withLock { waiting in
                guard !waiting.batches.isEmpty else { return nil }
                let batch = waiting.batches.removeFirst()
                waiting.changes -= batch.count
                return batch
            }
        }

        /// Adds a batch. When too many changes wait, the whole list replaces them: a reader that has stopped reading keeps no events alive that the
        /// list has dropped.
        func append(_ batch: MXTimelineBatch, of model: TimelineModel) {
            waiting.withLock { waiting in
                let isFull = !waiting.batches.isEmpty && waiting.changes + batch.count > TimelineFeed.limit
                let added = isFull ? [MXTimelineDiff.reset(model.items)] : batch
                if isFull { waiting = Waiting() }
                waiting.batches.append(added)
                waiting.changes += added.count
            }
            continuation.yield()
        }

        func finish() { continuation.finish() }
    }

    /// A reference that does not keep the reader alive.
    struct WeakReader: Sendable {
        // Nothing assigns it after `init`. A `weak let` would say so, but needs Swift 6.2.3.
        private(set) weak var reader: Reader?
    }
}

extension MXTimelineUpdates {
    /// The changes of a list for a caller that must not wait for them, such as a model that is complete when loading ends.
    package struct Pending: Sendable {
        fileprivate let reader: TimelineFeed.Reader
        /// Has an element when a batch waits, and ends when the room was left or the session closed. Batches may still wait then.
        package var signals: AsyncStream<Void> { reader.signals }
        /// Removes and returns the oldest batch; `nil` when none waits.
        package func take() -> MXTimelineBatch? { reader.take() }
    }

    /// Returns the changes as an iterator would deliver them.
    package func pending() -> Pending { Pending(reader: feed.makeReader()) }
}
