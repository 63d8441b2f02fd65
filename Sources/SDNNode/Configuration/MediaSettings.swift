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
    /// True if the node also serves files to clients without a token, as homeservers did before Matrix 1.11. Defaults to `false`.
    public var servesLegacyDownloads: Bool

    /// Creates the settings. Each one has a default.
    /// - Parameters:
    ///   - uploadLimit: the largest file that the node accepts, in bytes.
    ///   - quotaPerUser: the most bytes of files that one user may have on the node.
    ///   - filesPerUser: the most files that one user may have on the node.
    ///   - uploadsPerUser: the most uploads that one user may have running at once.
    ///   - thumbnailLimit: the largest image that the node sends unchanged when a client requests its thumbnail, in bytes.
    ///   - servesLegacyDownloads: true if the node also serves files to clients without a token.
    public init(
        uploadLimit: Int = 50 << 20, quotaPerUser: Int64 = 2 << 30, filesPerUser: Int = 50_000,
        uploadsPerUser: Int = 16, thumbnailLimit: Int = 1 << 20,
        servesLegacyDownloads: Bool = false
    ) {
        self.uploadLimit = uploadLimit
        self.quotaPerUser = quotaPerUser
        self.filesPerUser = filesPerUser
        self.uploadsPerUser = uploadsPerUser
        self.thumbnailLimit = thumbnailLimit
        self.servesLegacyDownloads = servesLegacyDownloads
    }

    func validate() throws(NodeError) {
        guard (1...(4 << 30)).contains(uploadLimit), quotaPerUser >= 0, filesPerUser >= 0, uploadsPerUser >= 0,
            thumbnailLimit >= 0
        else {
            throw NodeError(
                .configuration, field: "media", reason: "expected limits of 0 or more, and uploads of at most 4 GiB")
        }
    }
}
