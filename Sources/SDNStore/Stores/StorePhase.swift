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
        /// True when the file is to be closed as soon as it has no users.
        var restsWhenIdle = false
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

    /// Notes that a user of the file has finished.
    /// - Returns: true when the file was to be closed after its last user, and this was the last one.
    mutating func leave() -> Bool {
        guard case .open(var opened) = self, opened.users > 0 else { return false }
        opened.users -= 1
        self = .open(opened)
        return opened.users == 0 && opened.restsWhenIdle
    }

    /// Notes whether the open file is to be closed as soon as it has no users.
    mutating func setRest(_ restsWhenIdle: Bool) {
        guard case .open(var opened) = self else { return }
        opened.restsWhenIdle = restsWhenIdle
        self = .open(opened)
    }

    /// The open file if it is to be closed and has no users.
    var idle: Opened? {
        guard case .open(let opened) = self, opened.restsWhenIdle, opened.users == 0 else { return nil }
        return opened
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
