/// What a node does with files (SDN sheet 7.2).
public struct MediaSettings: Sendable, Hashable {
    /// The largest file that is taken, in bytes. Defaults to 50 MiB.
    public var uploadLimit: Int
    /// How many bytes of files a user may have on the node. Defaults to 2 GiB.
    public var quotaPerUser: Int64
    /// How many files a user may have on the node. Defaults to 50,000. A file takes its place on the disk also when it is empty.
    public var filesPerUser: Int
    /// How many files a user may be sending at once. Defaults to 16.
    public var uploadsPerUser: Int
    /// The largest picture that is answered as its own thumbnail, in bytes. Defaults to 1 MiB. The node makes no smaller pictures.
    public var thumbnailLimit: Int
    /// Whether files are also given to anyone without a token, as it was before Matrix 1.11. Defaults to `false`.
    public var servesLegacyDownloads: Bool

    /// Settings for files.
    /// - Parameters:
    ///   - uploadLimit: the largest file that is taken, in bytes.
    ///   - quotaPerUser: how many bytes of files a user may have on the node.
    ///   - filesPerUser: how many files a user may have on the node.
    ///   - uploadsPerUser: how many files a user may be sending at once.
    ///   - thumbnailLimit: the largest picture that is answered as its own thumbnail, in bytes.
    ///   - servesLegacyDownloads: whether files are also given to anyone without a token.
    public init(
        uploadLimit: Int = 50 << 20, quotaPerUser: Int64 = 2 << 30, filesPerUser: Int = 50_000, uploadsPerUser: Int = 16, thumbnailLimit: Int = 1 << 20,
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
        guard (1...(4 << 30)).contains(uploadLimit), quotaPerUser >= 0, filesPerUser >= 0, uploadsPerUser >= 0, thumbnailLimit >= 0 else {
            throw NodeError(.configuration, field: "media", reason: "expected limits of 0 or more, and uploads of at most 4 GiB")
        }
    }
}
