extension JSONView {
    /// Returns the canonical form of this part of a document: no white space, names sorted by their UTF-8 bytes, the shortest escapes, integers
    /// only. It is written from the text without a tree, and text that is already canonical is copied in runs.
    ///
    /// The bytes equal those of ``JSONValue/canonicalBytes(omittingNulls:edits:)`` for ``value``. When a member occurs twice, the last one
    /// counts.
    /// - Parameters:
    ///   - omittingNulls: true to omit members that are `null`, at every depth, as OpenDID signs documents (OpenDID sheet 2.1). Array elements
    ///     stay. Defaults to false.
    ///   - edits: changes to members of this object, by name. They do not apply to nested objects.
    /// - Throws: ``JSONError`` `notCanonical` with the path of a number with a fraction or exponent, or of an integer beyond ±(2^53 − 1);
    ///   `wrongKind` when there are edits and this is not an object.
    public func canonicalBytes(omittingNulls: Bool = false, edits: [String: CanonicalEdit] = [:]) throws(JSONError)
        -> [UInt8]
    {
        guard !edits.isEmpty else { return try CanonicalWriter(storage, omitsNulls: omittingNulls).bytes(at: index) }
        guard kind == .object else {
            throw JSONError(
                .wrongKind, path: JSONPath.text(storage.steps(to: index)),
                reason: "only an object's members can be edited, this is \(kind)")
        }
        return try CanonicalWriter(storage, omitsNulls: omittingNulls).bytes(at: index, edits: edits)
    }
}
