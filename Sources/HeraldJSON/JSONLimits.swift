/// Limits on the JSON texts that are accepted.
public struct JSONLimits: Sendable, Hashable {
    /// The greatest depth that can be allowed. A larger ``maxDepth`` is lowered to this value. Swift frees, compares and hashes a nested
    /// ``JSONValue`` recursively, so the depth must fit the smallest stack of a thread.
    public static let depthCeiling = 512
    /// The greatest size that can be allowed, 2 GiB − 1 bytes. A larger ``maxBytes`` is lowered to this value, because offsets and lengths
    /// have 32 bits.
    public static let byteCeiling = Int(Int32.max)

    /// The longest text accepted, in bytes.
    public var maxBytes: Int
    /// The greatest number of arrays and objects that may be open at once. `[[1]]` has depth 2.
    public var maxDepth: Int
    /// True to reject an object that contains a member twice (`duplicateMember`). When false, the last member of a name counts.
    public var refusesDuplicates: Bool
    /// True to accept three things that the grammar of RFC 8259 allows and that are errors otherwise. An escape of half a surrogate pair is read as
    /// U+FFFD. A number beyond the range of a double and a container beyond ``maxDepth`` are read as `null`.
    ///
    /// It is meant for an answer with values of many people, of whom one must not make the whole answer unreadable. A text that is signed
    /// must be read strictly.
    public var isTolerant: Bool

    /// Creates limits.
    /// - Parameters:
    ///   - maxBytes: the greatest size in bytes. Defaults to 64 MiB.
    ///   - maxDepth: the greatest depth of nested containers. Defaults to 128.
    ///   - refusesDuplicates: true to reject objects that contain a member twice. Defaults to false.
    ///   - isTolerant: true to read what a strict reader refuses although the grammar allows it. Defaults to false.
    public init(
        maxBytes: Int = 64 << 20, maxDepth: Int = 128, refusesDuplicates: Bool = false, isTolerant: Bool = false
    ) {
        self.maxBytes = maxBytes
        self.maxDepth = maxDepth
        self.refusesDuplicates = refusesDuplicates
        self.isTolerant = isTolerant
    }

    /// 64 MiB and depth 128. When a member occurs twice, the last one counts.
    public static let standard = JSONLimits()

    /// The default limits of ``JSONModelDecoder``: 16 MiB, depth 64, no duplicates. A signed document must mean the same to every reader, so a
    /// duplicate member is an error.
    public static let model = JSONLimits(maxBytes: 16 << 20, maxDepth: 64, refusesDuplicates: true)

    var effectiveMaxBytes: Int { min(maxBytes, Self.byteCeiling) }
    var effectiveMaxDepth: Int { min(max(maxDepth, 0), Self.depthCeiling) }
}
