import Foundation
import GRDB

extension MXFileStore {
    /// Releases the locks of all shared files of this process (``/SDNValues/MXStoreSharing/processes``), and takes none until ``resumeSharedFiles()``.
    /// Reading and writing these stores may throw meanwhile. iOS terminates an app that holds a lock on a file in a folder shared with an extension
    /// while it is suspended (the code `0xdead10cc`). Call this method just before the suspension, after `MXSession.pause()`, which also
    /// ends a renewal of tokens. The tokens of a new login are stored when it ends, also after a pause. A call of the client that begins later may
    /// renew the tokens and lock their file, so begin none before ``resumeSharedFiles()``.
    ///
    /// ```swift
    /// await session.pause()
    /// MXFileStore.suspendSharedFiles()
    /// ```
    public static func suspendSharedFiles() {
        NotificationCenter.default.post(name: Database.suspendNotification, object: nil)
    }

    /// Ends the effect of ``suspendSharedFiles()``. Call this method when the app runs again, before `MXSession.resume()`.
    ///
    /// ```swift
    /// MXFileStore.resumeSharedFiles()
    /// try await session.resume()
    /// ```
    public static func resumeSharedFiles() {
        NotificationCenter.default.post(name: Database.resumeNotification, object: nil)
    }
}
