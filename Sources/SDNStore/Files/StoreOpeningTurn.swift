import Foundation
import SDNValues

/// A lock on a file beside the store, with which one process at a time opens a shared store. It is held only while opening.
struct StoreOpeningTurn {
    private let descriptor: Int32

    init(beside file: URL) throws {
        descriptor = open(file.path + ".opening", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            throw SDNSDKError(.storeFailed, field: "directory", reason: "the store's folder cannot be written to")
        }
    }

    func end() { close(descriptor) }
}
