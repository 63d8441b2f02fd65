import SDNWire

/// The operator's quarantine of files. A quarantined file stays on the disk, and nobody can download it. The quarantine is for the content: files with
/// other URIs and the same content, also those that are uploaded later, are quarantined too.
extension EmbeddedNode {
    /// Quarantines a file.
    /// - Parameter uri: the file's URI, such as `mxc://localhost/abc`.
    /// - Returns: false if the node has no file with this URI.
    /// - Throws: `WireError` if the text is no URI of a file; an error of the database if it cannot be written.
    public func quarantineFile(_ uri: String) async throws -> Bool {
        try await quarantine.quarantine(ContentURI(uri, field: "uri"))
    }

    /// Ends the quarantine of a file.
    /// - Parameter uri: the file's URI, such as `mxc://localhost/abc`.
    /// - Returns: false if the node has no file with this URI.
    /// - Throws: `WireError` if the text is no URI of a file; an error of the database if it cannot be written.
    public func releaseFile(_ uri: String) async throws -> Bool {
        try await quarantine.release(ContentURI(uri, field: "uri"))
    }

    /// Quarantines all files that a user has uploaded.
    /// - Returns: the number of contents that were not quarantined before.
    /// - Throws: an error of the database if it cannot be read or written.
    public func quarantineFiles(ofUser userID: String) async throws -> Int {
        try await quarantine.quarantine(filesOf: userID)
    }

    /// Quarantines all files that the events of a room name.
    /// - Returns: the number of contents that were not quarantined before; `nil` if the node has no such room.
    /// - Throws: an error of the database if it cannot be read or written.
    public func quarantineFiles(inRoom roomID: String) async throws -> Int? {
        try await quarantine.quarantine(filesIn: roomID)
    }

    private var quarantine: MediaQuarantine { MediaQuarantine(services: assembly.services) }
}
