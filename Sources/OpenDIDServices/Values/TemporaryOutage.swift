import Synchronization

/// Records that the database, or the server of another process, was not available while a server processed a request.
///
/// If a document cannot be read, a verification fails with a code that blames the sender of the message. With this record, the server knows
/// that the sender is not to blame, and answers that the request may be repeated.
package final class TemporaryOutage: Sendable {
    @TaskLocal static var current: TemporaryOutage?
    private let noted = Mutex<Note?>(nil)

    /// An outage.
    struct Note: Sendable {
        /// The time after which the request may be repeated.
        let retryAfter: Duration
        /// The reason for the log, without values.
        let reason: String
        /// True if the answer has the code of the error with which the request fails, if that code does not blame the sender.
        var keepsCode = false
    }

    /// The last outage. `nil` if there was none.
    var note: Note? { noted.withLock { $0 } }
    /// The time after which the request may be repeated. `nil` if there was no outage.
    var retryAfter: Duration? { note?.retryAfter }

    /// Records an outage for the request that is being processed.
    static func note(_ note: Note) {
        current?.noted.withLock { noted in
            let keepsCode = note.keepsCode && noted?.keepsCode != false
            noted = Note(retryAfter: note.retryAfter, reason: note.reason, keepsCode: keepsCode)
        }
    }

    /// Records an error of the database for the request that is being processed, if the error is temporary.
    package static func note(_ error: ServiceDatabaseError) {
        if let note = Note(error) { Self.note(note) }
    }
}

extension TemporaryOutage.Note {
    /// Creates the record of an error of the database. Returns `nil` if the error is not temporary.
    init?(_ error: ServiceDatabaseError) {
        guard let retryAfter = error.retryAfter else { return nil }
        self.init(retryAfter: retryAfter, reason: error.description)
    }
}
