extension JSONValue {
    /// The largest integer, and minus the smallest, that canonical JSON may hold: 2^53 − 1.
    public static let canonicalIntegerLimit: Int64 = (1 << 53) - 1

    /// Canonical JSON as Matrix signs it ("Canonical JSON" in the specification's appendices): the bytes of ``serialized()``, for
    /// values that have only one form.
    /// - Throws: ``JSONError`` `notCanonical` with the path of a double, or of an integer beyond ±(2^53 − 1).
    public func canonicalBytes() throws(JSONError) -> [UInt8] {
        try checkCanonical(path: "")
        return serialized()
    }

    private func checkCanonical(path: String) throws(JSONError) {
        switch self {
        case .null, .bool, .string: return
        case .double:
            throw JSONError(.notCanonical, path: path, reason: "canonical JSON has integers only, without fraction or exponent")
        case .int(let value):
            guard value >= -Self.canonicalIntegerLimit, value <= Self.canonicalIntegerLimit else {
                throw JSONError(.notCanonical, path: path, reason: "canonical JSON has integers within ±(2^53 − 1) only")
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

    /// Saves building the path of values that cannot fail.
    private var isPlainlyCanonical: Bool {
        switch self {
        case .null, .bool, .string: true
        case .int(let value): value >= -Self.canonicalIntegerLimit && value <= Self.canonicalIntegerLimit
        case .double, .array, .object: false
        }
    }
}
