import Foundation
import GRDB
import HeraldJSON
import Logging
import HeraldPeer
import SDNWire

/// Uploads and downloads of users' files (SDN sheet 7.2).
struct MediaService: Sendable {
    let services: NodeServices
    let files: MediaFiles
    private let ledger: UploadLedger

    /// The types that Synapse makes thumbnails of.
    private static let pictures: Set<String> = ["image/jpeg", "image/jpg", "image/webp", "image/gif", "image/png"]
    private static let nameLimit = 255

    init(services: NodeServices) {
        let configuration = services.configuration
        self.services = services
        self.files = MediaFiles(storage: configuration.storage, durability: configuration.durability)
        self.ledger = UploadLedger(quota: configuration.media.quotaPerUser, atOnce: configuration.media.uploadsPerUser)
    }

    var settings: MediaSettings { services.configuration.media }

    static let notFound = MatrixError(.notFound, "This file does not exist on this node.")

    /// Returns a new random ID for a file.
    func newID() -> String { Base64URLText.encode(services.configuration.random(18)) }

    func uri(of id: String) -> String { "mxc://\(services.configuration.serverName)/\(id)" }

    /// Stores an uploaded file, part by part.
    /// - Throws: `M_TOO_LARGE` if the file is too large; `M_RESOURCE_LIMIT_EXCEEDED` if the user has too many files or bytes; `M_LIMIT_EXCEEDED` if
    ///   the user has too many uploads running; `M_UNKNOWN_TOKEN` or `M_USER_LOCKED` if the session ended or the account was locked meanwhile;
    ///   `M_UNKNOWN` with status 507 if the disk fails.
    func upload(_ request: UploadMediaRequest, _ body: RequestBodyStream, _ caller: Caller) async throws
        -> UploadMediaResponse
    {
        let id = newID()
        try await store(request, body, caller, as: id)
        return UploadMediaResponse(contentURI: uri(of: id))
    }

    /// Stores an uploaded file under an ID.
    /// - Parameter claim: runs in the write that stores the row. If it throws, nothing is stored.
    /// - Throws: the errors of ``upload(_:_:_:)`` and of `claim`.
    func store(
        _ request: UploadMediaRequest, _ body: RequestBodyStream, _ caller: Caller, as id: String,
        claim: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) async throws {
        let filename = try request.filename.map { try Self.checkedName($0) }
        let (user, limit) = (caller.userID, settings.uploadLimit)
        try services.disk.requireSpace()
        let share = try ledger.open(user)
        var isStored = false
        defer { share.close(isStored: isStored) }
        let (quota, mostFiles) = (settings.quotaPerUser, settings.filesPerUser)
        share.begin(
            stored: try await services.database.read { db in
                let use = try MediaRecord.use(by: user, in: db)
                guard use.files < mostFiles else { throw UploadLedger.full }
                return use.bytes
            })
        // The name is not the ID, because two uploads to a reserved URI may run at once.
        let intake = try Self.onDisk { try files.begin(newID()) }
        defer { intake.discard() }
        try await body.forEachPart { part in
            guard intake.length + part.count <= limit else {
                throw MatrixError(.tooLarge, "A file has at most \(limit) bytes.")
            }
            try services.disk.requireSpace()
            // A large file may take long, so the session is checked each time that as much as the body of another request has arrived.
            if intake.length / NodeHandler.bodyLimit < (intake.length + part.count) / NodeHandler.bodyLimit {
                try await services.database.read { db in try AccessTokens.requireAlive(caller, in: db) }
            }
            try share.take(part.count)
            try Self.onDisk { try intake.append(part) }
        }
        let whole = try Self.onDisk { try files.keep(intake) }
        defer { files.settled(whole.hash) }
        let record = MediaRecord(
            id: id, hash: whole.hash, length: whole.length,
            contentType: MediaHeaders.checkedType(request.payload.contentType), filename: filename,
            usedAt: services.now())
        do {
            try await services.database.write { db in
                try AccessTokens.requireAlive(caller, in: db)
                // The limits are checked again inside the write, because other uploads may have stored files meanwhile.
                let use = try MediaRecord.use(by: user, in: db)
                guard use.bytes + Int64(record.length) <= quota, use.files < mostFiles else { throw UploadLedger.full }
                try claim(db)
                try record.insert(uploader: user, in: db)
            }
        } catch {
            await discard(whole.hash)
            throw error
        }
        isStored = true
    }

    /// Removes a file whose row was not written. This is done in a write, so that no row can be added meanwhile.
    private func discard(_ hash: String) async {
        do {
            let files = files
            try await services.database.write { db in
                if try !MediaRecord.isKept(hash, in: db) { files.discard(hash) }
            }
        } catch {
            services.logger.error(
                "a file without a row was left on the disk", metadata: ["error": "\(type(of: error))"])
        }
    }

    /// Returns a file as it was uploaded. A user of the node waits if it is not uploaded yet; others do not, so that they cannot occupy
    /// connections.
    /// - Throws: `M_NOT_FOUND` if the file does not exist; `M_NOT_YET_UPLOADED` if its URI is reserved and it was not uploaded in time.
    func download(_ request: MediaRequest, _ call: Call) async throws -> NodeResponse {
        try response(
            try await find(request, call), fileName: request.fileName.map { try Self.checkedName($0) })
    }

    /// Returns an image as it was uploaded, if it is small enough to be sent in place of a thumbnail.
    ///
    /// The node has no image library and does not scale images. The errors are those of Synapse: 400 `M_UNKNOWN` if the file is no image, and 413
    /// `M_TOO_LARGE` if it is too large.
    func thumbnail(_ request: ThumbnailRequest, _ call: Call) async throws -> NodeResponse {
        let record = try await find(request.media, call)
        guard Self.pictures.contains(MediaHeaders.essence(record.contentType)) else {
            throw MatrixError(.unknown, "Cannot find any thumbnails for the requested media: it is not a picture.")
        }
        guard record.length <= settings.thumbnailLimit else {
            throw MatrixError(.tooLarge, "The picture is too large to be its own thumbnail.")
        }
        return try response(record, fileName: nil)
    }

    private func find(_ request: MediaRequest, _ call: Call) async throws -> MediaRecord {
        guard request.serverName == services.configuration.serverName else { throw Self.notFound }
        let wait = request.timeout.map { Duration.milliseconds($0) } ?? Self.usualWait
        let found = try await record(
            request.mediaID, waiting: call.caller == nil ? .zero : wait, call.waitWhileConnected)
        noteUse(of: found)
        return found
    }

    private func response(_ record: MediaRecord, fileName: String?) throws -> NodeResponse {
        var response = NodeResponse(
            status: 200, headers: MediaHeaders.headers(of: record, fileName: fileName), body: [])
        response.file = NodeResponse.File(url: try files.path(of: record.hash), length: record.length)
        return response
    }

    /// Runs work on the disk. An error of the disk is not the client's fault, so the status is 507.
    private static func onDisk<T>(_ work: () throws -> T) throws -> T {
        do { return try work() } catch is MediaIntake.Failure {
            throw StatusedError(status: 507, error: MatrixError(.unknown, "The node cannot store the file."))
        }
    }

    private static func checkedName(_ text: String) throws(WireError) -> String {
        guard text.utf8.count <= nameLimit else {
            throw WireError(.tooLong, field: "filename", reason: "a name has at most \(nameLimit) bytes")
        }
        return try StoredText.checked(text, field: "filename")
    }
}
