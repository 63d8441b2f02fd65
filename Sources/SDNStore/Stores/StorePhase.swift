import Dispatch
import Foundation
import SDNValues

/// The state of a store's file.
enum StorePhase: Sendable {
    struct Opened: Sendable {
        let database: StoreDatabase
        let file: URL
        let recovery: MXStoreRecovery?
        /// The number of calls that use the database now.
        var users = 0
    }
    /// The file is closed until it is next used.
    struct Resting: Sendable {
        let file: URL
        let recovery: MXStoreRecovery?
        /// The token that the file had. A file with another token was used by another session.
        let token: String?
    }
    case closed
    case open(Opened)
    case resting(Resting)

    var file: URL? {
        switch self {
        case .closed: nil
        case .open(let opened): opened.file
        case .resting(let resting): resting.file
        }
    }

    var recovery: MXStoreRecovery? {
        switch self {
        case .closed: nil
        case .open(let opened): opened.recovery
        case .resting(let resting): resting.recovery
        }
    }

    /// Counts a user of the open file; `nil` when the file is not open.
    mutating func enter() -> Opened? {
        guard case .open(var opened) = self else { return nil }
        opened.users += 1
        self = .open(opened)
        return opened
    }

    mutating func leave() {
        guard case .open(var opened) = self, opened.users > 0 else { return }
        opened.users -= 1
        self = .open(opened)
    }
}

/// Runs work that waits for the disk or for another process's lock. It runs in threads of Dispatch, so that neither the main thread nor the threads of
/// Swift's tasks wait.
enum StoreDisk {
    static func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { continuation.resume(with: Result { try body() }) }
        }
    }

    static func close(_ database: StoreDatabase) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            DispatchQueue.global(qos: .userInitiated).async {
                database.close()
                continuation.resume()
            }
        }
    }
}
