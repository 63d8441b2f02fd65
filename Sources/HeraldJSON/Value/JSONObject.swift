/// The members of a JSON object: a dictionary whose keys are told apart by code point.
///
/// It reads like `[String: JSONValue]`, with one difference: "é" (U+00E9) and "é" (U+0065 U+0301) are two keys. Two objects are
/// equal when they hold the same members, in whatever order. Iteration has no order; ``keys`` is sorted by code point.
public struct JSONObject: Sendable, Hashable {
    var members: [JSONKey: JSONValue]

    /// No members.
    public init() { members = [:] }

    /// The members of a Swift dictionary.
    public init(_ dictionary: [String: JSONValue]) {
        members = [:]
        members.reserveCapacity(dictionary.count)
        for (key, value) in dictionary { members[JSONKey(key)] = value }
    }

    /// Unlike `Dictionary` this does not trap when a key comes twice: the last one wins.
    public init(uniqueKeysWithValues pairs: some Sequence<(String, JSONValue)>) {
        members = [:]
        for (key, value) in pairs { members[JSONKey(key)] = value }
    }

    /// How many members there are.
    public var count: Int { members.count }
    /// Whether there are none.
    public var isEmpty: Bool { members.isEmpty }
    /// The keys, sorted by code point.
    public var keys: [String] { members.keys.map(\.text).sorted(by: JSONKey.precedes) }
    /// The values, in no particular order.
    public var values: some Collection<JSONValue> { members.values }
    /// The same members in a Swift dictionary; of keys that are canonically equivalent one survives.
    public var dictionary: [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        result.reserveCapacity(count)
        for (key, value) in members { result[key.text] = value }
        return result
    }

    /// Setting `nil` removes the member.
    public subscript(_ key: String) -> JSONValue? {
        get { members[JSONKey(key)] }
        set { members[JSONKey(key)] = newValue }
        _modify { yield &members[JSONKey(key)] }
    }

    /// The member, or the fallback where there is none.
    public subscript(_ key: String, default fallback: @autoclosure () -> JSONValue) -> JSONValue {
        get { members[JSONKey(key)] ?? fallback() }
        set { members[JSONKey(key)] = newValue }
    }

    /// Whether there is such a member, `null` included.
    public func contains(key: String) -> Bool { members[JSONKey(key)] != nil }

    /// Sets a member. - Returns: the value it had.
    @discardableResult
    public mutating func updateValue(_ value: JSONValue, forKey key: String) -> JSONValue? {
        members.updateValue(value, forKey: JSONKey(key))
    }

    /// Removes a member. - Returns: the value it had.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? { members.removeValue(forKey: JSONKey(key)) }

    /// Makes room for so many members.
    public mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

    /// Removes every member.
    public mutating func removeAll() { members.removeAll() }

    /// Takes in other members; `combine` chooses between the present value and the new one.
    public mutating func merge(
        _ other: some Sequence<(key: String, value: JSONValue)>, uniquingKeysWith combine: (JSONValue, JSONValue) throws -> JSONValue
    ) rethrows {
        for (key, value) in other {
            let key = JSONKey(key)
            if let present = members[key] { members[key] = try combine(present, value) } else { members[key] = value }
        }
    }

    /// A copy that took in other members; `combine` chooses between the present value and the new one.
    public func merging(
        _ other: some Sequence<(key: String, value: JSONValue)>, uniquingKeysWith combine: (JSONValue, JSONValue) throws -> JSONValue
    ) rethrows -> JSONObject {
        var result = self
        try result.merge(other, uniquingKeysWith: combine)
        return result
    }

    /// The same names with other values.
    public func mapValues(_ transform: (JSONValue) throws -> JSONValue) rethrows -> JSONObject {
        var result = JSONObject()
        result.members = try members.mapValues(transform)
        return result
    }

    /// The same names with other values, without those that became `nil`.
    public func compactMapValues(_ transform: (JSONValue) throws -> JSONValue?) rethrows -> JSONObject {
        var result = JSONObject()
        result.members = try members.compactMapValues(transform)
        return result
    }

    /// The members that pass.
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> JSONObject {
        var result = JSONObject()
        result.members = try members.filter { try isIncluded((key: $0.key.text, value: $0.value)) }
        return result
    }
}

extension JSONObject: Sequence {
    /// A member.
    public typealias Element = (key: String, value: JSONValue)

    /// Members in no particular order.
    public struct Iterator: IteratorProtocol {
        var members: [JSONKey: JSONValue].Iterator

        /// The next member, in no particular order.
        public mutating func next() -> Element? { members.next().map { (key: $0.key.text, value: $0.value) } }
    }

    /// Walks over the members, in no particular order.
    public func makeIterator() -> Iterator { Iterator(members: members.makeIterator()) }
    /// The number of members.
    public var underestimatedCount: Int { members.count }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Of a key written twice the last one wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(uniqueKeysWithValues: elements) }
}
