/// Reads the members of an object. Its errors name the member by its whole path.
///
/// ```swift
/// let reader = JSONReader(body)
/// let type = try reader.string("type")
/// let reason = try reader.optionalString("reason")
/// ```
///
/// The plain methods (`string`, `int`, …) throw `missingMember` when the member is absent. The `optional` methods return `nil` when it is absent
/// or `null`. Both throw `wrongKind` when the member is of another kind.
public struct JSONReader: Sendable {
    /// The object whose members are read.
    public let value: JSONObject
    /// The path of the object in its text, such as `identifier`. Empty for the whole text.
    public let path: String

    /// Creates a reader for a value that must be an object.
    /// - Throws: ``JSONError`` `wrongKind` when the value is not an object.
    public init(_ value: JSONValue, path: String = "") throws(JSONError) {
        guard case .object(let object) = value else {
            throw JSONError(.wrongKind, path: path, reason: "an object was expected, but this is \(value.kind)")
        }
        self.init(object, path: path)
    }

    /// Creates a reader for an object.
    public init(_ object: JSONObject, path: String = "") {
        self.value = object
        self.path = path
    }

    /// Returns the path of a member, for an error that the caller creates.
    public func path(of key: String) -> String { JSONPath.appending(key: key, to: path) }

    /// Returns a member of any kind, including `null`.
    /// - Throws: ``JSONError`` `missingMember`.
    public func value(_ key: String) throws(JSONError) -> JSONValue {
        guard let member = value[key] else {
            throw JSONError(.missingMember, path: path(of: key), reason: "this member is required and absent")
        }
        return member
    }

    /// Returns a member of any kind, or `nil` when it is absent or `null`.
    public func optionalValue(_ key: String) -> JSONValue? {
        guard let member = value[key], !member.isNull else { return nil }
        return member
    }

    /// Returns a string member.
    /// - Throws: ``JSONError`` `missingMember` or `wrongKind`.
    public func string(_ key: String) throws(JSONError) -> String { try require(key, .string, \.stringValue) }
    /// Returns a string member, or `nil` when it is absent or `null`.
    /// - Throws: ``JSONError`` `wrongKind`.
    public func optionalString(_ key: String) throws(JSONError) -> String? { try allow(key, .string, \.stringValue) }

    /// Returns a boolean member.
    /// - Throws: ``JSONError`` `missingMember` or `wrongKind`.
    public func bool(_ key: String) throws(JSONError) -> Bool { try require(key, .bool, \.boolValue) }
    /// Returns a boolean member, or `nil` when it is absent or `null`.
    /// - Throws: ``JSONError`` `wrongKind`.
    public func optionalBool(_ key: String) throws(JSONError) -> Bool? { try allow(key, .bool, \.boolValue) }

    /// Returns an integer member of at most 64 bits.
    /// - Throws: ``JSONError`` `missingMember`, `wrongKind`, or `outOfRange` for a number with a fraction, an exponent or too many digits.
    public func int(_ key: String) throws(JSONError) -> Int64 { try require(key, .number, \.intValue) }
    /// Returns an integer member of at most 64 bits, or `nil` when it is absent or `null`.
    /// - Throws: ``JSONError`` `wrongKind` or `outOfRange`.
    public func optionalInt(_ key: String) throws(JSONError) -> Int64? { try allow(key, .number, \.intValue) }

    /// Returns a number member. Integers beyond ±2^53 are rounded.
    /// - Throws: ``JSONError`` `missingMember` or `wrongKind`.
    public func double(_ key: String) throws(JSONError) -> Double { try require(key, .number, \.doubleValue) }
    /// Returns a number member, or `nil` when it is absent or `null`.
    /// - Throws: ``JSONError`` `wrongKind`.
    public func optionalDouble(_ key: String) throws(JSONError) -> Double? { try allow(key, .number, \.doubleValue) }

    /// Returns an array member with elements of any kind.
    /// - Throws: ``JSONError`` `missingMember` or `wrongKind`.
    public func array(_ key: String) throws(JSONError) -> [JSONValue] { try require(key, .array, \.arrayValue) }
    /// Returns an array member with elements of any kind, or `nil` when it is absent or `null`.
    /// - Throws: ``JSONError`` `wrongKind`.
    public func optionalArray(_ key: String) throws(JSONError) -> [JSONValue]? { try allow(key, .array, \.arrayValue) }

    /// Returns a reader for an object member.
    /// - Throws: ``JSONError`` `missingMember` or `wrongKind`.
    public func object(_ key: String) throws(JSONError) -> JSONReader {
        JSONReader(try require(key, .object, \.objectValue), path: path(of: key))
    }
    /// Returns a reader for an object member, or `nil` when it is absent or `null`.
    /// - Throws: ``JSONError`` `wrongKind`.
    public func optionalObject(_ key: String) throws(JSONError) -> JSONReader? {
        guard let object = try allow(key, .object, \.objectValue) else { return nil }
        return JSONReader(object, path: path(of: key))
    }

    /// Returns an array of strings.
    /// - Throws: ``JSONError`` `missingMember` or `wrongKind`. The path of a wrong element contains its index, such as `aliases[2]`.
    public func strings(_ key: String) throws(JSONError) -> [String] { try strings(array(key), key) }
    /// Returns an array of strings, or `nil` when it is absent or `null`.
    /// - Throws: ``JSONError`` `wrongKind`. The path of a wrong element contains its index, such as `aliases[2]`.
    public func optionalStrings(_ key: String) throws(JSONError) -> [String]? {
        guard let elements = try optionalArray(key) else { return nil }
        return try strings(elements, key)
    }

    /// Returns readers for an array of objects.
    /// - Throws: ``JSONError`` `missingMember` or `wrongKind`. The path of a wrong element contains its index, such as `chunk[2]`.
    public func objects(_ key: String) throws(JSONError) -> [JSONReader] { try objects(array(key), key) }
    /// Returns readers for an array of objects, or `nil` when it is absent or `null`.
    /// - Throws: ``JSONError`` `wrongKind`. The path of a wrong element contains its index, such as `chunk[2]`.
    public func optionalObjects(_ key: String) throws(JSONError) -> [JSONReader]? {
        guard let elements = try optionalArray(key) else { return nil }
        return try objects(elements, key)
    }

    private func require<T>(_ key: String, _ kind: JSONKind, _ get: (JSONValue) -> T?) throws(JSONError) -> T {
        let member = try value(key)
        guard let result = get(member) else { throw mismatch(member, kind, path(of: key)) }
        return result
    }

    private func allow<T>(_ key: String, _ kind: JSONKind, _ get: (JSONValue) -> T?) throws(JSONError) -> T? {
        guard let member = optionalValue(key) else { return nil }
        guard let result = get(member) else { throw mismatch(member, kind, path(of: key)) }
        return result
    }

    private func strings(_ elements: [JSONValue], _ key: String) throws(JSONError) -> [String] {
        var result: [String] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            guard let text = element.stringValue else {
                throw mismatch(element, .string, JSONPath.appending(index: index, to: path(of: key)))
            }
            result.append(text)
        }
        return result
    }

    private func objects(_ elements: [JSONValue], _ key: String) throws(JSONError) -> [JSONReader] {
        var result: [JSONReader] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            result.append(try JSONReader(element, path: JSONPath.appending(index: index, to: path(of: key))))
        }
        return result
    }

    private func mismatch(_ member: JSONValue, _ expected: JSONKind, _ path: String) -> JSONError {
        guard member.kind != expected else {
            return JSONError(.outOfRange, path: path, reason: "a whole number of 64 bits was expected")
        }
        return JSONError(.wrongKind, path: path, reason: "\(expected) was expected, but this is \(member.kind)")
    }
}
