import HeraldLocks
import SDNFolds

extension TimelineFeed {
    /// One reader of a live list, with the batches that it has not read yet.
    final class Reader: Sendable {
        private let waiting = Mutex<[MXTimelineBatch]>([])
        /// Signals that a batch waits.
        let signals: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

        /// Removes and returns the oldest batch; `nil` when none waits.
        func take() -> MXTimelineBatch? { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

        /// Adds a batch. When too many batches wait, the whole list replaces them.
        func append(_ batch: MXTimelineBatch, of model: TimelineModel) {
            let isFull = waiting.withLock { $0.count >= TimelineFeed.limit }
            let next = isFull ? [[MXTimelineDiff.reset(model.items)]] : [batch]
            waiting.withLock { waiting in
                if isFull { waiting = [] }
                waiting += next
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
