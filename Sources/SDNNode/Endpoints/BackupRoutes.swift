import HeraldJSON
import SDNWire

/// The endpoints of key backups (SDN sheet 3.2 and 7.2).
struct BackupRoutes: Sendable {
    let services: NodeServices
    /// The most bytes of an algorithm's name.
    private static let algorithmLimit = 255

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.createKeyBackup) { try await own.create(JSONReader($0.body), $1.authenticated()) }
        routes.on(Endpoints.keyBackup) { try await own.describe($0.parts(), $1.authenticated()) }
        routes.on(Endpoints.updateKeyBackup) { try await own.update($0.parts(), $1.authenticated()) }
        routes.on(Endpoints.deleteKeyBackup) { request, call in
            try await own.backups.remove(Self.version(request.parts().pathValue("version")), of: call.authenticated())
            return EmptyObject()
        }
        registerKeys(in: &routes)
    }

    private func registerKeys(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.backUpKeys) { request, call in
            try await own.keep(request.parts(), call.authenticated()) { try BackupUpload(rooms: $0, $1) }
        }
        routes.on(Endpoints.backUpKeysOfRoom) { request, call in
            let parts = request.parts(), room = try parts.pathValue("roomId")
            return try await own.keep(parts, call.authenticated()) { try BackupUpload(sessions: $0, of: room, $1) }
        }
        routes.on(Endpoints.backUpKeyOfSession) { request, call in
            let parts = request.parts()
            let (room, session) = (try parts.pathValue("roomId"), try parts.pathValue("sessionId"))
            return try await own.keep(parts, call.authenticated()) {
                try BackupUpload($0, room: room, session: session, $1)
            }
        }
        for endpoint in [Endpoints.backedUpKeys, Endpoints.backedUpKeysOfRoom] {
            routes.onLong(endpoint) { request, call in
                let parts = request.parts()
                return try await own.backups.keys(
                    of: parts.path["roomId"], in: Self.version(in: parts), of: call.authenticated())
            }
        }
        routes.on(Endpoints.backedUpKeyOfSession) { request, call in
            let parts = request.parts()
            let key = try await own.backups.key(
                parts.pathValue("roomId"), parts.pathValue("sessionId"), in: Self.version(in: parts),
                of: call.authenticated())
            return RawJSON(assembled: key.json)
        }
        for endpoint in [
            Endpoints.deleteBackedUpKeys, Endpoints.deleteBackedUpKeysOfRoom, Endpoints.deleteBackedUpKey,
        ] {
            routes.on(endpoint) { request, call in
                let parts = request.parts()
                return Self.sums(
                    of: try await own.backups.removeKeys(
                        parts.path["roomId"], parts.path["sessionId"], in: Self.version(in: parts),
                        of: call.authenticated()))
            }
        }
    }

    private var backups: BackupService { BackupService(services: services) }
    private var limits: KeyLimits { services.configuration.keyLimits }

    private func create(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let (algorithm, authData) = try description(body)
        let version = try await backups.create(algorithm, authData, of: caller)
        return Self.answer(["version": .string(String(version))])
    }

    private func describe(_ parts: RequestParts, _ caller: Caller) async throws -> RawJSON {
        let backup = try await backups.find(try parts.path["version"].map(Self.version), of: caller)
        var object = JSONObjectWriter()
        object.add("algorithm", JSONText.quoted(backup.algorithm))
        object.add("auth_data", backup.authData)
        object.add("count", String(backup.keys))
        object.add("etag", JSONText.quoted(String(backup.etag)))
        object.add("version", JSONText.quoted(String(backup.version)))
        return RawJSON(assembled: object.finished())
    }

    private func update(_ parts: RequestParts, _ caller: Caller) async throws -> RawJSON {
        let body = try parts.object(), name = try parts.pathValue("version")
        let (algorithm, authData) = try description(body)
        if let named = try body.optionalString("version"), named != name {
            throw WireError(.invalid, field: "version", reason: "the version is not the one in the path")
        }
        try await backups.describe(Self.version(name), algorithm, authData, of: caller)
        return Self.answer([:])
    }

    private func keep(
        _ parts: RequestParts, _ caller: Caller, _ read: (JSONReader, KeyLimits) throws -> BackupUpload
    ) async throws -> RawJSON {
        let version = try Self.version(in: parts)
        return Self.sums(of: try await backups.keep(read(parts.object(), limits), in: version, of: caller))
    }

    /// Reads the description of a backup. `auth_data` may be of any kind, because the node does not read it.
    private func description(_ body: JSONReader) throws -> (algorithm: String, authData: [UInt8]) {
        let algorithm = try StoredText.checked(body.string("algorithm"), field: "algorithm")
        guard algorithm.utf8.count <= Self.algorithmLimit else {
            throw WireError(.tooLong, field: "algorithm", reason: "at most \(Self.algorithmLimit) bytes are allowed")
        }
        let authData = try body.value("auth_data")
        guard authData.isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "auth_data: has more than \(EventFormat.depthLimit) levels.")
        }
        let bytes = authData.serialized()
        guard bytes.count <= limits.backupDescription else {
            throw MatrixError(.tooLarge, "auth_data: at most \(limits.backupDescription) bytes are allowed.")
        }
        return (algorithm, bytes)
    }

    /// Returns the version in the query.
    private static func version(in parts: RequestParts) throws -> Int64 {
        guard let text = parts.query["version"] else {
            throw WireError(.missing, field: "version", reason: "the backup's version is needed")
        }
        return try version(text)
    }

    /// - Throws: `M_NOT_FOUND` if the text is no version. A client must not tell such a backup from one that does not exist.
    private static func version(_ text: String) throws -> Int64 {
        guard let version = Int64(text), String(version) == text else { throw BackupService.unknown }
        return version
    }

    private static func sums(of backup: BackupStore.Backup) -> RawJSON {
        answer(["count": .int(Int64(backup.keys)), "etag": .string(String(backup.etag))])
    }

    private static func answer(_ object: JSONObject) -> RawJSON {
        RawJSON(assembled: JSONValue.object(object).serialized())
    }
}
