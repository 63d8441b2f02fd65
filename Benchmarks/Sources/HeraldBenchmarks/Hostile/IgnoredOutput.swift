import Foundation

extension FileHandle {
    /// Reads what comes until the end and ignores it, so that the program that writes never waits for a reader.
    ///
    /// A thread does this and no `readabilityHandler`. A handle that closes while its dispatch source is being removed can leave an event
    /// behind, and the process then ends with a segmentation fault in `_dispatch_event_loop_drain`.
    func ignoreTheRest() {
        Thread.detachNewThread { while let bytes = try? self.read(upToCount: 65536), !bytes.isEmpty {} }
    }
}
