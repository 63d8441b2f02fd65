import HeraldJSON
import SDNWire

/// The operator's actions on users' files.
struct AdministeredMedia: Sendable {
    let media: MediaService

    private static let notFound = MatrixError(.notFound, "This file does not exist on this node.")

    /// Returns a page of the node's files, in the order of their IDs.
    /// - Parameter user: the user who uploaded them; `nil` for all files.
    func list(_ page: OperatorPage, of user: String?) async throws -> JSONValue {
        let from = try page.from.map { text throws(WireError) in try StoredText.checked(text, field: "from") } ?? ""
        let user = try user.map { text throws(WireError) in try UserID(text, field: "user").text }
        return try await media.services.database.read { db in
            let files = try AdministeredRows.files(after: from, of: user, limit: page.limit + 1, in: db)
            return .object(page.answer("files", files.map { .object($0.members) }, next: { files[$0].id }))
        }
    }

    /// Checks the server of a file's URI. Another server can have a file with the same ID.
    /// - Parameter server: the name of the server; `nil` if the operator gives only an ID.
    /// - Throws: `M_NOT_FOUND` if it is another server.
    private func requireOwn(_ server: String?) throws(MatrixError) {
        let own = media.services.configuration.serverName
        guard let server, server != own else { return }
        throw MatrixError(.notFound, "This file belongs to \(server), and this node has only files of \(own).")
    }

    /// Quarantines a file, or ends its quarantine.
    /// - Throws: `M_NOT_FOUND` if there is no such file, and if it belongs to another server.
    func setQuarantined(_ isQuarantined: Bool, _ id: String, of server: String?) async throws {
        try requireOwn(server)
        let quarantine = MediaQuarantine(services: media.services)
        let uri = ContentURI(serverName: media.services.configuration.serverName, mediaID: id)
        guard try await isQuarantined ? quarantine.quarantine(uri) : quarantine.release(uri) else {
            throw Self.notFound
        }
    }

    /// Quarantines all files that a user has uploaded.
    /// - Returns: the number of contents that were not quarantined before.
    func quarantine(filesOf user: String) async throws -> Int {
        try await MediaQuarantine(services: media.services).quarantine(
            filesOf: UserID(user, field: "userId").text)
    }

    /// Quarantines all files that the events of a room name.
    /// - Returns: the number of contents that were not quarantined before.
    /// - Throws: `M_NOT_FOUND` if there is no such room.
    func quarantine(filesIn room: String) async throws -> Int {
        guard let count = try await MediaQuarantine(services: media.services).quarantine(filesIn: room) else {
            throw MatrixError(.notFound, "This room does not exist on this node.")
        }
        return count
    }

    /// Deletes a file.
    /// - Throws: `M_NOT_FOUND` if there is no such file, and if it belongs to another server.
    func delete(_ id: String, of server: String?) async throws {
        try requireOwn(server)
        let id = try StoredText.checked(id, field: "mediaId")
        let hash = try await media.services.database.write(queue: AdministeredRooms.queue) { db in
            guard let hash = try AdministeredRows.hash(of: id, in: db) else { throw Self.notFound }
            try MediaRecord.remove(id, in: db)
            return hash
        }
        try await discard([hash])
    }

    /// Deletes files of a user, at most ``MediaSweep/filesPerWrite``.
    /// - Returns: the number of deleted files. If it is 0, none are left.
    func delete(filesOf user: String) async throws -> Int {
        let user = try UserID(user, field: "userId").text
        let hashes = try await media.services.database.write(queue: AdministeredRooms.queue) { db in
            let files = try AdministeredRows.files(of: user, atMost: MediaSweep.filesPerWrite, in: db)
            for file in files { try MediaRecord.remove(file.id, in: db) }
            return files.map(\.hash)
        }
        try await discard(hashes)
        return hashes.count
    }

    /// Deletes contents that no row names any more. If the process ends before, they stay on the disk and can no longer be downloaded.
    private func discard(_ hashes: [String]) async throws {
        let files = media.files
        try await media.services.database.write(queue: AdministeredRooms.queue) { db in
            for hash in Set(hashes) where try !MediaRecord.isKept(hash, in: db) { files.remove(hash) }
        }
    }
}
