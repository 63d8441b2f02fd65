extension JSONView {
    /// The canonical form of this part of a document, made from the text without a tree: no white space, names sorted by their UTF-8
    /// bytes, the shortest escapes, integers only. What is in that form already is copied in runs.
    ///
    /// The bytes are those of ``JSONValue/canonicalBytes(omittingNulls:edits:)`` for ``value``. Of a member written twice the last one
    /// counts.
    /// - Parameters:
    ///   - omittingNulls: leaves out members that are `null`, at every depth, as OpenDID signs documents (OpenDID sheet 2.1). Elements
    ///     of arrays stay.
    ///   - edits: what to do with members of this object, by name. Members of objects inside are not concerned.
    /// - Throws: ``JSONError`` `notCanonical` with the path of a number with fraction or exponent, or of an integer beyond ±(2^53 − 1);
    ///   `wrongKind` when there are edits and this is no object.
    public func canonicalBytes(omittingNulls: Bool = false, edits: [String: CanonicalEdit] = [:]) throws(JSONError) -> [UInt8] {
        guard !edits.isEmpty else { return try CanonicalWriter(storage, omitsNulls: omittingNulls).bytes(at: index) }
        guard kind == .object else {
            throw JSONError(
                .wrongKind, path: JSONPath.text(storage.steps(to: index)), reason: "only an object's members can be edited, this is \(kind)")
        }
        return try CanonicalWriter(storage, omitsNulls: omittingNulls).bytes(at: index, edits: edits)
    }
}
