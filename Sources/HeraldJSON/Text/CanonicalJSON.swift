extension JSONValue {
    /// The largest integer in canonical JSON, 2^53 − 1. The smallest is its negative.
    public static let canonicalIntegerLimit: Int64 = (1 << 53) - 1

    /// Returns canonical JSON as Matrix signs it ("Canonical JSON" in the specification's appendices) and, without `null` members, as OpenDID signs
    /// it (OpenDID sheet 2.1). The bytes are those of ``serialized()``, but values without a canonical form are errors.
    /// - Parameters:
    ///   - omittingNulls: true to omit members that are `null`, at every depth. Array elements stay. Defaults to false.
    ///   - edits: changes to members of this object, by name. They do not apply to nested objects.
    /// - Throws: ``JSONError`` `notCanonical` with the path of a double or of an integer beyond ±(2^53 − 1), or `wrongKind` when there are edits
    ///   and this value is not an object.
    public func canonicalBytes(omittingNulls: Bool = false, edits: [String: CanonicalEdit] = [:]) throws(JSONError)
        -> [UInt8]
    {
        guard !edits.isEmpty else {
            try checkCanonical(path: "")
            return serialized(omittingNulls: omittingNulls)
        }
        guard case .object(let object) = self else {
            throw JSONError(.wrongKind, reason: "only an object's members can be edited, but this is \(kind)")
        }
        var values: [(key: String, bytes: [UInt8])] = []
        var edited: Set<JSONKey> = []
        for (key, edit) in edits {
            edited.insert(JSONKey(key))
            if case .set(let bytes) = edit { values.append((key, bytes)) }
        }
        for (key, value) in object.members where !edited.contains(key) {
            if omittingNulls, value.isNull { continue }
            try value.checkCanonical(path: key.text)
            values.append((key.text, value.serialized(omittingNulls: omittingNulls)))
        }
        values.sort { JSONKey.precedes($0.key, $1.key) }
        var bytes: [UInt8] = []
        for (key, value) in values {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
            JSONText.appendQuoted(key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(contentsOf: value)
        }
        if bytes.isEmpty { bytes.append(UInt8(ascii: "{")) }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private func checkCanonical(path: String) throws(JSONError) {
        switch self {
        case .null, .bool, .string: return
        case .double:
            throw JSONError(
                .notCanonical, path: path, reason: "canonical JSON has integers only, without fraction or exponent")
        case .int(let value):
            guard value >= -Self.canonicalIntegerLimit, value <= Self.canonicalIntegerLimit else {
                throw JSONError(
                    .notCanonical, path: path, reason: "canonical JSON has integers within ±(2^53 − 1) only")
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() where !element.isPlainlyCanonical {
                try element.checkCanonical(path: JSONPath.appending(index: index, to: path))
            }
        case .object(let object):
            for (key, value) in object where !value.isPlainlyCanonical {
                try value.checkCanonical(path: JSONPath.appending(key: key, to: path))
            }
        }
    }

    /// True for values that cannot fail, so that their path need not be built.
    private var isPlainlyCanonical: Bool {
        switch self {
        case .null, .bool, .string: true
        case .int(let value): value >= -Self.canonicalIntegerLimit && value <= Self.canonicalIntegerLimit
        case .double, .array, .object: false
        }
    }
}

/// A change to one member of an object when its canonical form is written.
///
/// A signature covers a document without some of its members, or with other values for them. Edits give this form without building a
/// changed tree.
public enum CanonicalEdit: Sendable, Hashable {
    /// Omits the member.
    case remove
    /// Sets the member to this value, whether or not the object has the member.
    ///
    /// The bytes must be the canonical form of the value. They are written unchanged.
    case set([UInt8])
}

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
                reason: "only an object's members can be edited, but this is \(kind)")
        }
        return try CanonicalWriter(storage, omitsNulls: omittingNulls).bytes(at: index, edits: edits)
    }
}
