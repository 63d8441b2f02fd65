/// Reads the members of one object and says, when it cannot, which member and why.
///
/// The plain forms (`string`, `int`, …) need the member and throw `missingMember` without it; the `optional` forms give `nil` when it is
/// absent or `null`. Both throw `wrongKind` for a member of another kind. The ``JSONError`` names the member by its whole path.
public struct JSONReader: Sendable {
    /// The object that is read.
    public let value: JSONObject
    /// Where the object sits in its text, such as `identifier`; empty at the top.
    public let path: String

    /// - Throws: ``JSONError`` `wrongKind` when the value is not an object.
    public init(_ value: JSONValue, path: String = "") throws(JSONError) {
        guard case .object(let object) = value else {
            throw JSONError(.wrongKind, path: path, reason: "an object was expected, this is \(value.kind)")
        }
        self.init(object, path: path)
    }

    /// Reads an object that is at hand already.
    public init(_ object: JSONObject, path: String = "") {
        self.value = object
        self.path = path
    }

    /// The path of a member, for an error that the caller makes.
    public func path(of key: String) -> String { JSONPath.appending(key: key, to: path) }

    /// A member of any kind, `null` included.
    public func value(_ key: String) throws(JSONError) -> JSONValue {
        guard let member = value[key] else {
            throw JSONError(.missingMember, path: path(of: key), reason: "this member is required and absent")
        }
        return member
    }

    /// A member of any kind; `nil` when absent or `null`.
    public func optionalValue(_ key: String) -> JSONValue? {
        guard let member = value[key], !member.isNull else { return nil }
        return member
    }

    /// A string.
    public func string(_ key: String) throws(JSONError) -> String { try require(key, .string, \.stringValue) }
    /// A string, or nothing.
    public func optionalString(_ key: String) throws(JSONError) -> String? { try allow(key, .string, \.stringValue) }

    /// `true` or `false`.
    public func bool(_ key: String) throws(JSONError) -> Bool { try require(key, .bool, \.boolValue) }
    /// `true`, `false`, or nothing.
    public func optionalBool(_ key: String) throws(JSONError) -> Bool? { try allow(key, .bool, \.boolValue) }

    /// An integer of 64 bits. - Throws: ``JSONError`` `outOfRange` for a number with fraction, exponent or too many digits.
    public func int(_ key: String) throws(JSONError) -> Int64 { try require(key, .number, \.intValue) }
    /// An integer of 64 bits, or nothing. - Throws: as ``int(_:)``.
    public func optionalInt(_ key: String) throws(JSONError) -> Int64? { try allow(key, .number, \.intValue) }

    /// Any number; integers beyond ±2^53 are rounded.
    public func double(_ key: String) throws(JSONError) -> Double { try require(key, .number, \.doubleValue) }
    /// Any number, or nothing.
    public func optionalDouble(_ key: String) throws(JSONError) -> Double? { try allow(key, .number, \.doubleValue) }

    /// An array of whatever.
    public func array(_ key: String) throws(JSONError) -> [JSONValue] { try require(key, .array, \.arrayValue) }
    /// An array of whatever, or nothing.
    public func optionalArray(_ key: String) throws(JSONError) -> [JSONValue]? { try allow(key, .array, \.arrayValue) }

    /// An object, to be read with its path.
    public func object(_ key: String) throws(JSONError) -> JSONReader {
        JSONReader(try require(key, .object, \.objectValue), path: path(of: key))
    }
    /// An object, or nothing.
    public func optionalObject(_ key: String) throws(JSONError) -> JSONReader? {
        guard let object = try allow(key, .object, \.objectValue) else { return nil }
        return JSONReader(object, path: path(of: key))
    }

    /// An array of strings; an element of another kind is named by its place, `aliases[2]`.
    public func strings(_ key: String) throws(JSONError) -> [String] { try strings(array(key), key) }
    /// An array of strings, or nothing.
    public func optionalStrings(_ key: String) throws(JSONError) -> [String]? {
        guard let elements = try optionalArray(key) else { return nil }
        return try strings(elements, key)
    }

    /// An array of objects; an element of another kind is named by its place, `chunk[2]`.
    public func objects(_ key: String) throws(JSONError) -> [JSONReader] { try objects(array(key), key) }
    /// An array of objects, or nothing.
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
        return JSONError(.wrongKind, path: path, reason: "\(expected) was expected, this is \(member.kind)")
    }
}
