/// Settings and limits for files on the node (SDN sheet 7.2).
public struct MediaSettings: Sendable, Hashable {
    /// The largest file that the node accepts, in bytes. Defaults to 50 MiB.
    public var uploadLimit: Int
    /// The most bytes of files that one user may have on the node. Defaults to 2 GiB.
    public var quotaPerUser: Int64
    /// The most files that one user may have on the node. Defaults to 50,000. Empty files count, because they take space on the disk too.
    public var filesPerUser: Int
    /// The most uploads that one user may have running at once. Defaults to 16.
    public var uploadsPerUser: Int
    /// The largest image that the node sends unchanged when a client requests its thumbnail, in bytes. Defaults to 1 MiB. The node does not
    /// scale images.
    public var thumbnailLimit: Int
    /// The most URIs that one user may have reserved for files to be uploaded later. Defaults to 16.
    public var reservationsPerUser: Int
    /// The time in which a user must begin to upload the file of a reserved URI. Defaults to a day.
    public var reservationLifetime: Duration
    /// The time after which the node deletes a file that nobody has downloaded since. Defaults to none: the node keeps all files.
    public var retention: Duration?
    /// The roots of the API under which the node serves files without a token. Defaults to ``LegacyDownloads/sendingNetwork``, which lets
    /// everybody who knows the URI of a file download it under `/_api`.
    public var legacyDownloads: LegacyDownloads

    /// Creates the settings. Each one has a default.
    /// - Parameters:
    ///   - uploadLimit: the largest file that the node accepts, in bytes.
    ///   - quotaPerUser: the most bytes of files that one user may have on the node.
    ///   - filesPerUser: the most files that one user may have on the node.
    ///   - uploadsPerUser: the most uploads that one user may have running at once.
    ///   - thumbnailLimit: the largest image that the node sends unchanged when a client requests its thumbnail, in bytes.
    ///   - reservationsPerUser: the most URIs that one user may have reserved for files to be uploaded later.
    ///   - reservationLifetime: the time in which a user must begin to upload the file of a reserved URI.
    ///   - retention: the time after which the node deletes a file that nobody has downloaded since.
    ///   - legacyDownloads: the roots of the API under which the node serves files without a token.
    public init(
        uploadLimit: Int = 50 << 20, quotaPerUser: Int64 = 2 << 30, filesPerUser: Int = 50_000,
        uploadsPerUser: Int = 16, thumbnailLimit: Int = 1 << 20, reservationsPerUser: Int = 16,
        reservationLifetime: Duration = .seconds(86_400), retention: Duration? = nil,
        legacyDownloads: LegacyDownloads = .sendingNetwork
    ) {
        self.uploadLimit = uploadLimit
        self.quotaPerUser = quotaPerUser
        self.filesPerUser = filesPerUser
        self.uploadsPerUser = uploadsPerUser
        self.thumbnailLimit = thumbnailLimit
        self.reservationsPerUser = reservationsPerUser
        self.reservationLifetime = reservationLifetime
        self.retention = retention
        self.legacyDownloads = legacyDownloads
    }

    func validate() throws(NodeError) {
        guard (1...(4 << 30)).contains(uploadLimit), quotaPerUser >= 0, filesPerUser >= 0, uploadsPerUser >= 0,
            thumbnailLimit >= 0, reservationsPerUser >= 0
        else {
            throw NodeError(
                .configuration, field: "media", reason: "expected limits of 0 or more, and uploads of at most 4 GiB")
        }
        guard retention ?? .seconds(3_600) >= .seconds(3_600) else {
            throw NodeError(.configuration, field: "media.retention", reason: "must be at least an hour")
        }
        guard (Duration.seconds(1) ... .seconds(31_536_000)).contains(reservationLifetime) else {
            throw NodeError(
                .configuration, field: "media.reservationLifetime", reason: "expected a second to a year")
        }
    }
}
