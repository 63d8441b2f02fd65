/// How much a JSON text may ask of its reader.
public struct JSONLimits: Sendable, Hashable {
    /// Depths above this count as this: Swift frees, compares and hashes a nested ``JSONValue`` by recursion, so its depth has to
    /// fit the smallest stack a thread may have.
    public static let depthCeiling = 512
    /// Sizes above this count as this (2 GiB − 1): offsets and lengths are kept in 32 bits.
    public static let byteCeiling = Int(Int32.max)

    /// The longest text accepted, in bytes.
    public var maxBytes: Int
    /// How many arrays and objects may be open at once; `[[1]]` has depth 2.
    public var maxDepth: Int
    /// Whether an object that names a member twice is refused (`duplicateMember`). When `false` the last one wins.
    public var refusesDuplicates: Bool

    /// - Parameters:
    ///   - maxBytes: in bytes. Defaults to 64 MiB.
    ///   - maxDepth: nested containers. Defaults to 128.
    ///   - refusesDuplicates: whether a member named twice is an error. Defaults to no.
    public init(maxBytes: Int = 64 << 20, maxDepth: Int = 128, refusesDuplicates: Bool = false) {
        self.maxBytes = maxBytes
        self.maxDepth = maxDepth
        self.refusesDuplicates = refusesDuplicates
    }

    /// 64 MiB, depth 128, the last duplicate wins.
    public static let standard = JSONLimits()

    /// What ``JSONModelDecoder`` reads by default: 16 MiB, depth 64, no duplicates. Documents that are signed have to mean the same
    /// to every reader, so a member named twice is refused.
    public static let model = JSONLimits(maxBytes: 16 << 20, maxDepth: 64, refusesDuplicates: true)

    var effectiveMaxBytes: Int { min(maxBytes, Self.byteCeiling) }
    var effectiveMaxDepth: Int { min(max(maxDepth, 0), Self.depthCeiling) }
}
