import Foundation
import HeraldLocks
import SDNValues

/// Reads and stores the tokens of a login for its client. Only one process at a time does so when several use the login.
package struct TokenKeeper: Sendable {
    /// Returns the file that is locked meanwhile; `nil` when no other process uses the login.
    private let turnFile: @Sendable () throws -> URL?
    private let read: (@Sendable () throws -> MXCredentials.Tokens?)?
    private let save: (@Sendable (MXCredentials.Tokens) -> Void)?

    /// - Parameters:
    ///   - turnFile: returns the file to lock; `nil` when no other process uses the login.
    ///   - read: returns the stored tokens, or `nil` when the login is stored no more; `nil` when only this process stores tokens.
    ///   - save: stores renewed tokens; `nil` when this process must not renew them.
    package init(
        turnFile: @escaping @Sendable () throws -> URL?, read: (@Sendable () throws -> MXCredentials.Tokens?)?,
        save: (@Sendable (MXCredentials.Tokens) -> Void)?
    ) {
        self.turnFile = turnFile
        self.read = read
        self.save = save
    }

    /// True when renewed tokens are stored. Without that the client renews none.
    var renews: Bool { save != nil }
    /// True when a file is locked during a renewal.
    var locksFile: Bool { renews && (try? turnFile()) != nil }
    /// True when another process may have stored newer tokens.
    var isShared: Bool { read != nil }

    /// Waits until no other process renews the tokens, and reads them. No other process renews them before the answer is done.
    /// - Throws: the error of reading, or ``SDNSDKError`` with code `timedOut` or `storeFailed`.
    func begin(_ credentials: MXCredentials, _ clock: RetryClock) async throws -> StoredTokens {
        // A client that only reads may read at any time.
        let turn = renews ? try await take(clock) : nil
        do {
            return StoredTokens(
                credentials: try stored(credentials), mayRenew: save != nil,
                again: { isShared ? try stored(credentials) : nil },
                done: { renewed in
                    if let tokens = renewed?.tokens { save?(tokens) }
                    turn?.release()
                })
        } catch {
            turn?.release()
            throw error
        }
    }

    /// Stores the tokens of a new login.
    func store(_ credentials: MXCredentials, _ clock: RetryClock) async {
        let turn = try? await take(clock)
        if let tokens = credentials.tokens { save?(tokens) }
        turn?.release()
    }

    private func stored(_ credentials: MXCredentials) throws -> MXCredentials? {
        guard let tokens = try read.map({ try $0() }) ?? credentials.tokens else { return nil }
        let stored = MXCredentials(node: credentials.node ?? "", userId: credentials.userId, accessToken: nil)
        stored.deviceId = credentials.deviceId
        stored.tokens = tokens
        return stored
    }

    /// The time between two attempts to lock the file, and the number of attempts. Together they are longer than a request may stay silent.
    private static let (pause, attempts) = (Duration.milliseconds(50), 1_400)

    /// Locks the file. The method does not block its thread, because the other process keeps the lock until the node has answered it.
    private func take(_ clock: RetryClock) async throws -> FileLock? {
        guard let file = try turnFile() else { return nil }
        for _ in 0..<Self.attempts {
            do throws(FileLock.Failure) {
                return try FileLock(path: file.path, waits: false)
            } catch {
                guard error == .busy else {
                    throw SDNSDKError(
                        .storeFailed, field: "directory", reason: "the store's folder has no file that can be locked")
                }
            }
            try await clock.sleep(Self.pause)
        }
        throw SDNSDKError(.timedOut, reason: "another process is renewing the tokens, and does not end")
    }
}

/// The stored tokens of a client while they are renewed.
struct StoredTokens: Sendable {
    /// The stored credentials of the client's user and device; `nil` when there are none.
    let credentials: MXCredentials?
    /// True when renewed tokens are stored. The node accepts a refresh token once, so a client that stores none must not use it.
    let mayRenew: Bool
    /// Reads the stored credentials again; `nil` when no other process stores any.
    let again: @Sendable () throws -> MXCredentials?
    /// Ends the renewal. Receives the credentials to store, or `nil` when nothing has changed.
    let done: @Sendable (MXCredentials?) -> Void
}
