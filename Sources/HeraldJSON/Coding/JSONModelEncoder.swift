/// Encodes `Encodable` types as JSON in the canonical form that OpenDID signs (OpenDID sheet 2.1).
///
/// ```swift
/// let bytes = try JSONModelEncoder().canonicalBytes(issuer)
/// ```
///
/// It omits members that are `null` at every depth. Types that conform to ``KeepsUnknownMembers`` write their unknown members next to the
/// declared ones. It does not use Foundation, and Foundation's `Data`, `Date` and `URL` get no special treatment.
public struct JSONModelEncoder: Sendable {
    private let maxDepth: Int

    /// Creates an encoder.
    /// - Parameter limits: the greatest nesting depth, so that a cycle of references causes an error and not a crash. The depth defaults to 64, like
    ///   that of ``JSONModelDecoder``.
    public init(limits: JSONLimits = .model) { maxDepth = limits.effectiveMaxDepth }

    /// Returns the encoded value as a tree.
    /// - Throws: ``JSONError`` `invalidValue` when a type refuses to encode or a double is not finite, or `tooDeep`.
    public func value(_ value: some Encodable) throws(JSONError) -> JSONValue {
        let tree = try encoded(value)
        return tree.value(EncodedTree.root)
    }

    /// Returns the canonical form: names sorted by their UTF-8 bytes, no white space, no `null` members, unescaped slashes, raw UTF-8.
    /// - Throws: ``JSONError`` like ``value(_:)``, and `notCanonical` for a number that is not an integer within ±(2^53 − 1).
    public func canonicalBytes(_ value: some Encodable) throws(JSONError) -> [UInt8] {
        var writer = EncodedTreeWriter(try encoded(value), style: .canonical)
        return try writer.bytes()
    }

    /// Returns the value in readable form, with the members of ``canonicalBytes(_:)`` in the same order: indented by two spaces per depth, one member
    /// or element per line.
    /// - Throws: ``JSONError``, like ``value(_:)``.
    public func prettyBytes(_ value: some Encodable) throws(JSONError) -> [UInt8] {
        var writer = EncodedTreeWriter(try encoded(value), style: .pretty)
        return try writer.bytes()
    }

    /// Returns the members of ``canonicalBytes(_:)`` in the same form, but with any number. It is for data that is stored and not signed.
    /// - Throws: ``JSONError``, like ``value(_:)``.
    package func compactBytes(_ value: some Encodable) throws(JSONError) -> [UInt8] {
        var writer = EncodedTreeWriter(try encoded(value), style: .compact)
        return try writer.bytes()
    }

    private func encoded<T: Encodable>(_ value: T) throws(JSONError) -> EncodedTree {
        let tree = EncodedTree(maxDepth: maxDepth)
        do {
            try tree.write(value, at: EncodedTree.root, depth: 0)
        } catch let error as JSONError {
            throw error
        } catch {
            throw JSONError(.invalidValue, reason: String(describing: error))
        }
        if let failure = tree.failure { throw failure }
        return tree
    }
}
