/// Encodes `Encodable` types as JSON, in the canonical form that OpenDID signs (OpenDID sheet 2.1).
///
/// Members that are `null` are left out at every depth. Types that conform to ``KeepsUnknownMembers`` write the members they kept
/// beside the declared ones. Nothing of Foundation takes part, and its `Data`, `Date` and `URL` get no special treatment.
public struct JSONModelEncoder: Sendable {
    private let maxDepth: Int

    /// - Parameter limits: how deep values may nest, so that a chain of references that bites its own tail is an error and not a
    ///   crash. Defaults to 64, as ``JSONModelDecoder`` reads.
    public init(limits: JSONLimits = .model) { maxDepth = limits.effectiveMaxDepth }

    /// The value as a tree.
    /// - Throws: ``JSONError`` `invalidValue` for what a type refuses to encode and for a double that is not finite, `tooDeep`.
    public func value(_ value: some Encodable) throws(JSONError) -> JSONValue {
        let tree = try encoded(value)
        return tree.value(EncodedTree.root)
    }

    /// The canonical form: names sorted by their UTF-8 bytes, no white space, no `null` members, the slash as it is, raw UTF-8.
    /// - Throws: ``JSONError`` as ``value(_:)``; `notCanonical` for a number that is no integer within ±(2^53 − 1).
    public func canonicalBytes(_ value: some Encodable) throws(JSONError) -> [UInt8] {
        var writer = EncodedTreeWriter(try encoded(value), style: .canonical)
        return try writer.bytes()
    }

    /// The same members in the same order for a person to read: two spaces for each depth, one member or element on each line.
    /// - Throws: ``JSONError`` as ``value(_:)``.
    public func prettyBytes(_ value: some Encodable) throws(JSONError) -> [UInt8] {
        var writer = EncodedTreeWriter(try encoded(value), style: .pretty)
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
