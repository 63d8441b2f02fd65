import SDNWire

/// Quarantines files for an administrator: nobody can download them any more. The files stay on the disk and can be released.
struct MediaQuarantine: Sendable {
    let services: NodeServices

    /// The most contents that one write quarantines, so that other writes get their turn.
    private static let contentsPerWrite = 500
    /// The most events of a room that one read examines.
    private static let eventsPerRead = 100

    /// Quarantines a file.
    /// - Returns: false if the node has no file with this URI.
    func quarantine(_ uri: ContentURI) async throws -> Bool {
        guard uri.serverName == services.configuration.serverName else { return false }
        let now = services.now(), id = uri.mediaID
        return try await services.database.write { db in
            guard try MediaRecord.exists(id, in: db) else { return false }
            _ = try MediaQuarantineRows.insert(file: id, at: now, in: db)
            return true
        }
    }

    /// Ends the quarantine of a file, and of all files with the same content.
    /// - Returns: false if the node has no file with this URI.
    func release(_ uri: ContentURI) async throws -> Bool {
        guard uri.serverName == services.configuration.serverName else { return false }
        let id = uri.mediaID
        return try await services.database.write { db in
            guard try MediaRecord.exists(id, in: db) else { return false }
            try MediaQuarantineRows.remove(file: id, in: db)
            return true
        }
    }

    /// Quarantines all files that a user has uploaded.
    /// - Returns: the number of contents that were not quarantined before.
    func quarantine(filesOf user: String) async throws -> Int {
        let now = services.now()
        var sum = 0
        while true {
            let count = try await services.database.write { db in
                try MediaQuarantineRows.insert(filesOf: user, at: now, atMost: Self.contentsPerWrite, in: db)
            }
            sum += count
            guard count > 0 else { return sum }
        }
    }

    /// Quarantines all files that the events of a room name, wherever they name them: pictures and their thumbnails, encrypted files, avatars.
    /// - Returns: the number of contents that were not quarantined before; `nil` if there is no such room.
    func quarantine(filesIn roomID: String) async throws -> Int? {
        let now = services.now(), server = services.configuration.serverName
        guard
            let room = try await services.database.read({ db in try RoomRecord.find(roomID, in: db)?.rowID })
        else { return nil }
        var position: Int64 = -1, sum = 0
        while true {
            let (last, ids) = try await services.database.read { [position] db in
                let events = try MediaQuarantineRows.contents(
                    of: room, after: position, atMost: Self.eventsPerRead, in: db)
                let ids = events.reduce(into: Set<String>()) {
                    $0.formUnion(NamedMedia.ids(in: $1.content, server: server))
                }
                return (events.last?.position, ids)
            }
            guard let last else { return sum }
            position = last
            guard !ids.isEmpty else { continue }
            sum += try await services.database.write { db in
                try ids.sorted().reduce(0) { try $0 + MediaQuarantineRows.insert(file: $1, at: now, in: db) }
            }
        }
    }
}

/// Finds the URIs of files in a content of an event.
enum NamedMedia {
    /// Returns the IDs of the files of a server that a canonical JSON text names.
    static func ids(in content: [UInt8], server: String) -> Set<String> {
        let start = Array("mxc://\(server)/".utf8)
        var ids: Set<String> = []
        var rest = content[...]
        while let found = rest.firstRange(of: start) {
            rest = rest[found.upperBound...]
            let id = rest.prefix(while: isOfID)
            if !id.isEmpty { ids.insert(String(decoding: id, as: UTF8.self)) }
        }
        return ids
    }

    /// The IDs that the node gives are Base64 for URLs.
    private static func isOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
