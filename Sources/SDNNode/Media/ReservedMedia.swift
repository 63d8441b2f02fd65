import GRDB
import HeraldPeer
import SDNWire
import Synchronization

/// Asynchronous uploads: a user reserves the URI of a file and uploads the file later. Downloads wait for the upload for a limited time.
extension MediaService {
    /// The time that a download waits for the upload if the client names no time.
    static let usualWait = Duration.seconds(20)
    /// The longest time that a download waits for the upload.
    static let longestWait = Duration.seconds(60)

    /// Reserves the URI of a file.
    /// - Throws: `M_LIMIT_EXCEEDED` with the time to wait if the user has as many reserved URIs as allowed; `M_RESOURCE_LIMIT_EXCEEDED` if the user
    ///   has too many files.
    func reserve(_ caller: Caller) async throws -> CreateMediaResponse {
        let settings = settings, now = services.now()
        let reservation = MediaReservation(
            id: newID(), uploader: caller.userID, madeAt: now, deadline: now + settings.reservationLifetime)
        try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            guard try MediaRecord.use(by: caller.userID, in: db).files < settings.filesPerUser else {
                throw UploadLedger.full
            }
            try MediaReservation.removeExpired(at: now, in: db)
            var open: [MediaReservation] = []
            for known in try MediaReservation.all(of: caller.userID, in: db) {
                // The user's own expired reservations are deleted even if other users have older ones.
                if known.isOpen(at: now) { open.append(known) } else { try known.remove(in: db) }
            }
            guard open.count < settings.reservationsPerUser else {
                throw MatrixError(
                    .limitExceeded,
                    "You have \(open.count) URIs without a file, which is the limit, so upload their files first.",
                    retryAfter: open.first.map { $0.deadline - now })
            }
            try reservation.insert(in: db)
        }
        return CreateMediaResponse(contentURI: uri(of: reservation.id), unusedExpiresAt: reservation.deadline)
    }

    /// Stores the file of a reserved URI, and ends the waits of downloads.
    /// - Throws: `M_NOT_FOUND` if the URI is unknown or no longer reserved; `M_FORBIDDEN` if another user reserved it; `M_CANNOT_OVERWRITE_MEDIA` if
    ///   it has a file; and the errors of ``upload(_:_:_:)``.
    func upload(_ request: UploadReservedMediaRequest, _ body: RequestBodyStream, _ caller: Caller) async throws
        -> EmptyObject
    {
        guard request.serverName == services.configuration.serverName else { throw Self.notFound }
        let id = try StoredText.checked(request.mediaID, field: "mediaId"), now = services.now()
        let user = caller.userID
        _ = try await services.database.read { db in try Self.reservation(id, of: user, at: now, in: db) }
        try await store(request.upload, body, caller, as: id) { db in
            // Another upload to the same URI may have ended meanwhile. An upload that began in time may end after the deadline.
            try Self.reservation(id, of: user, at: now, in: db).remove(in: db)
        }
        services.uploads.wake(users: [id])
        return EmptyObject()
    }

    private static func reservation(_ id: String, of user: String, at now: Timestamp, in db: Database) throws
        -> MediaReservation
    {
        guard let found = try MediaReservation.find(id, in: db) else {
            guard try MediaRecord.exists(id, in: db) else { throw notFound }
            throw MatrixError(.cannotOverwriteMedia, "This URI has a file already, which cannot be replaced.")
        }
        guard found.uploader == user else { throw MatrixError(.forbidden, "Another user has reserved this URI.") }
        guard found.isOpen(at: now) else {
            throw MatrixError(.notFound, "This URI is no longer reserved, so reserve a new one.")
        }
        return found
    }

    /// Returns the row of a file. If the file's URI is reserved, waits for the upload.
    /// - Parameters:
    ///   - wait: the longest time to wait.
    ///   - whileConnected: ends the wait when the client disconnects; `nil` if there is no connection.
    /// - Throws: `M_NOT_FOUND` if there is no such file, or an administrator has quarantined it; `M_NOT_YET_UPLOADED` if it was not uploaded in time;
    ///   `CancellationError` if the client disconnects.
    func record(_ id: String, waiting wait: Duration, _ whileConnected: Call.Wait?) async throws -> MediaRecord {
        if let found = try await state(of: id) { return found }
        let deadline = ContinuousClock.now + min(wait, Self.longestWait)
        let isGivenUp = Atomic(false)
        while true {
            guard .now < deadline, !isGivenUp.load(ordering: .acquiring), !services.uploads.isShutDown else {
                throw MatrixError(.notYetUploaded, "This file is not uploaded yet, so try again later.")
            }
            let pause: @Sendable () async throws -> Void = {
                // The waiter is registered before the database is read again, so that no upload is missed.
                let waiter = services.uploads.register(id)
                defer { services.uploads.remove(waiter) }
                guard try await state(of: id) == nil else { return }
                await waiter.wait(until: deadline)
                if waiter.isGivenUp { isGivenUp.store(true, ordering: .releasing) }
                try Task.checkCancellation()
            }
            if let whileConnected { try await whileConnected(pause) } else { try await pause() }
            if let found = try await state(of: id) { return found }
        }
    }

    /// Returns the row of a file; `nil` if the file's URI is reserved.
    private func state(of id: String) async throws -> MediaRecord? {
        let now = services.now()
        return try await services.database.read { db in
            if let record = try MediaRecord.find(id, in: db) { return record }
            guard try MediaReservation.find(id, in: db)?.isOpen(at: now) == true else { throw Self.notFound }
            return nil
        }
    }
}
