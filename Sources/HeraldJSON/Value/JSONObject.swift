/// The members of a JSON object: a dictionary whose keys are compared by code point.
///
/// It works like `[String: JSONValue]`, except that "é" (U+00E9) and "é" (U+0065 U+0301) are two keys. Two objects are equal when they have the
/// same members in any order. Iteration has no defined order. ``keys`` is sorted by code point.
///
/// ```swift
/// var content: JSONObject = ["msgtype": "m.text", "body": "Hello"]
/// content["format"] = "org.matrix.custom.html"
/// content["body"] = nil
/// ```
public struct JSONObject: Sendable, Hashable {
    var members: [JSONKey: JSONValue]

    /// Creates an object without members.
    public init() { members = [:] }

    /// Creates an object with the members of a dictionary.
    public init(_ dictionary: [String: JSONValue]) {
        members = [:]
        members.reserveCapacity(dictionary.count)
        for (key, value) in dictionary { members[JSONKey(key)] = value }
    }

    /// Creates an object from pairs. Unlike `Dictionary`, it does not trap on a repeated key. The last value counts.
    public init(uniqueKeysWithValues pairs: some Sequence<(String, JSONValue)>) {
        members = Dictionary(pairs.lazy.map { (JSONKey($0), $1) }, uniquingKeysWith: { $1 })
    }

    /// The number of members.
    public var count: Int { members.count }
    /// True when there are no members.
    public var isEmpty: Bool { members.isEmpty }
    /// The keys, sorted by code point.
    public var keys: [String] { members.keys.map(\.text).sorted(by: JSONKey.precedes) }
    /// The values, in no particular order.
    public var values: some Collection<JSONValue> { members.values }
    /// The members as a Swift dictionary. Only one of several canonically equivalent keys remains.
    public var dictionary: [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        result.reserveCapacity(count)
        for (key, value) in members { result[key.text] = value }
        return result
    }

    /// Returns or sets a member. Setting `nil` removes the member.
    public subscript(_ key: String) -> JSONValue? {
        get { members[JSONKey(key)] }
        set { members[JSONKey(key)] = newValue }
        _modify { yield &members[JSONKey(key)] }
    }

    /// Returns the member, or the fallback when it is absent.
    public subscript(_ key: String, default fallback: @autoclosure () -> JSONValue) -> JSONValue {
        get { members[JSONKey(key)] ?? fallback() }
        set { members[JSONKey(key)] = newValue }
    }

    /// Returns true when the object has this member, even if it is `null`.
    public func contains(key: String) -> Bool { members[JSONKey(key)] != nil }

    /// Sets a member.
    /// - Returns: the previous value.
    @discardableResult
    public mutating func updateValue(_ value: JSONValue, forKey key: String) -> JSONValue? {
        members.updateValue(value, forKey: JSONKey(key))
    }

    /// Removes a member.
    /// - Returns: the previous value.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? { members.removeValue(forKey: JSONKey(key)) }

    /// Reserves space for this number of members.
    public mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

    /// Removes every member.
    public mutating func removeAll() { members.removeAll() }

    /// Adds members. For a member that exists, `combine` gets the existing and the new value and returns the one to keep.
    public mutating func merge(
        _ other: some Sequence<(key: String, value: JSONValue)>,
        uniquingKeysWith combine: (JSONValue, JSONValue) throws -> JSONValue
    ) rethrows {
        for (key, value) in other {
            let key = JSONKey(key)
            if let present = members[key] { members[key] = try combine(present, value) } else { members[key] = value }
        }
    }

    /// Returns a copy with added members. For a member that exists, `combine` gets the existing and the new value and returns the one to keep.
    public func merging(
        _ other: some Sequence<(key: String, value: JSONValue)>,
        uniquingKeysWith combine: (JSONValue, JSONValue) throws -> JSONValue
    ) rethrows -> JSONObject {
        var result = self
        try result.merge(other, uniquingKeysWith: combine)
        return result
    }

    /// Returns an object with the same names and transformed values.
    public func mapValues(_ transform: (JSONValue) throws -> JSONValue) rethrows -> JSONObject {
        var result = JSONObject()
        result.members = try members.mapValues(transform)
        return result
    }

    /// Returns an object with transformed values, without those that became `nil`.
    public func compactMapValues(_ transform: (JSONValue) throws -> JSONValue?) rethrows -> JSONObject {
        var result = JSONObject()
        result.members = try members.compactMapValues(transform)
        return result
    }

    /// Returns the members for which `isIncluded` returns true.
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> JSONObject {
        var result = JSONObject()
        result.members = try members.filter { try isIncluded((key: $0.key.text, value: $0.value)) }
        return result
    }
}

extension JSONObject: Sequence {
    /// A member.
    public typealias Element = (key: String, value: JSONValue)

    /// Iterates over the members in no particular order.
    public struct Iterator: IteratorProtocol {
        var members: [JSONKey: JSONValue].Iterator

        /// The next member, in no particular order.
        public mutating func next() -> Element? { members.next().map { (key: $0.key.text, value: $0.value) } }
    }

    /// Returns an iterator over the members, in no particular order.
    public func makeIterator() -> Iterator { Iterator(members: members.makeIterator()) }
    /// The number of members.
    public var underestimatedCount: Int { members.count }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object from a literal. When a key occurs twice, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(uniqueKeysWithValues: elements) }
}
