import Foundation
import HeraldLocks
import SDNValues

/// A lock on a file beside the store, with which one process at a time opens a shared store. It is held only while opening.
struct StoreOpeningTurn {
    private let lock: FileLock

    init(beside file: URL) throws {
        do {
            lock = try FileLock(path: file.path + ".opening", waits: true)
        } catch {
            throw SDNSDKError(.storeFailed, field: "directory", reason: "the store's folder cannot be written to")
        }
    }

    func end() { lock.release() }
}
