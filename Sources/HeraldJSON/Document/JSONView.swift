/// One value inside a ``JSONDocument``, read from the text. A view keeps the document alive and can be passed to another thread.
///
/// ```swift
/// let event = try JSONDocument(body).root
/// let isText = event["content"]?["msgtype"]?.equals("m.text") ?? false
/// print(isText, event["unsigned"]?["age"]?.int ?? 0)
/// ```
public struct JSONView: Sendable {
    let storage: JSONStorage
    let index: Int

    var node: JSONNode { storage.node(index) }
    var firstByte: UInt8 { storage.bytes[node.offset] }

    /// The kind of the value.
    public var kind: JSONKind {
        switch firstByte {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// The bytes of the value in the text, without white space around it.
    public var rawBytes: ArraySlice<UInt8> {
        let node = node
        let end: Int
        switch firstByte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): end = storage.node(Int(node.extra) - 1).offset + 1
        case UInt8(ascii: "\""): end = node.offset + node.length + 2
        default: end = node.offset + node.length
        }
        return storage.bytes[node.offset..<end]
    }

    /// Returns a member of an object, or `nil` when it is absent or this is not an object. When a member occurs twice, the last one counts.
    public subscript(_ key: String) -> JSONView? {
        guard firstByte == UInt8(ascii: "{") else { return nil }
        var key = key
        let found = key.withUTF8 { key in
            var found = -1
            var position = index + 1
            let end = Int(node.extra) - 1
            while position < end {
                if storage.isEqual(storage.node(position), key) { found = position + 1 }
                position = storage.index(after: position + 1)
            }
            return found
        }
        return found < 0 ? nil : JSONView(storage: storage, index: found)
    }

    /// The elements of an array. Empty for every other kind.
    public var elements: JSONElements {
        guard firstByte == UInt8(ascii: "[") else { return JSONElements(storage: storage, position: 0, end: 0) }
        return JSONElements(storage: storage, position: index + 1, end: Int(node.extra) - 1)
    }

    /// The members of an object in the order of the text, including duplicates. Empty for every other kind.
    public var members: JSONMembers {
        guard firstByte == UInt8(ascii: "{") else { return JSONMembers(storage: storage, position: 0, end: 0) }
        return JSONMembers(storage: storage, position: index + 1, end: Int(node.extra) - 1)
    }

    /// The number of elements of an array or members of an object, including duplicates. 0 for every other kind. Takes linear time.
    public var count: Int {
        let step: Int
        switch firstByte {
        case UInt8(ascii: "["): step = 0
        case UInt8(ascii: "{"): step = 1
        default: return 0
        }
        var count = 0
        var position = index + 1
        let end = Int(node.extra) - 1
        while position < end {
            count += 1
            position = storage.index(after: position + step)
        }
        return count
    }

    /// True when the value is `null`.
    public var isNull: Bool { firstByte == UInt8(ascii: "n") }

    /// The boolean, or `nil` for every other kind.
    public var bool: Bool? {
        switch firstByte {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// The string with its escapes resolved, or `nil` for every other kind.
    public var string: String? {
        guard firstByte == UInt8(ascii: "\"") else { return nil }
        return storage.string(node)
    }

    /// Returns true when the value is a string with exactly this content. Allocates no memory unless the string contains escapes.
    public func equals(_ text: StaticString) -> Bool {
        guard firstByte == UInt8(ascii: "\"") else { return false }
        return text.withUTF8Buffer { storage.isEqual(node, $0) }
    }

    /// Returns true when the value is a string with exactly this content, for a text that is known only at run time.
    public func equals(text: String) -> Bool {
        guard firstByte == UInt8(ascii: "\"") else { return false }
        var text = text
        return text.withUTF8 { storage.isEqual(node, $0) }
    }

    /// True when the value is a string that is written with escapes.
    public var hasEscapes: Bool { firstByte == UInt8(ascii: "\"") && node.isFlagged }

    /// The value as a tree.
    public var value: JSONValue { JSONTreeBuilder.tree(storage, at: index) }
}

/// The elements of an array, read from the text.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    let storage: JSONStorage
    var position: Int
    let end: Int

    /// No elements. Use it in place of an absent value.
    public static let empty = JSONElements(storage: .null, position: 0, end: 0)

    /// The next element.
    public mutating func next() -> JSONView? {
        guard position < end else { return nil }
        let view = JSONView(storage: storage, index: position)
        position = storage.index(after: position)
        return view
    }
}

/// The members of an object, read from the text in its order.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    let storage: JSONStorage
    var position: Int
    let end: Int

    /// No members. Use it in place of an absent value.
    public static let empty = JSONMembers(storage: .null, position: 0, end: 0)

    /// The next member, in the order of the text.
    public mutating func next() -> (key: String, value: JSONView)? {
        guard position < end else { return nil }
        let view = JSONView(storage: storage, index: position + 1)
        let key = storage.string(storage.node(position))
        position = storage.index(after: position + 1)
        return (key, view)
    }
}

extension JSONView {
    /// The integer, if it fits 64 bits. `nil` for a number with a fraction or an exponent, and for every other kind. `-0` is 0.
    public var int: Int64? {
        let node = node
        guard kind == .number, !node.isFlagged else { return nil }
        return Self.integer(storage.bytes[node.offset..<node.offset + node.length])
    }

    /// The number, rounded to the nearest double. `nil` for every other kind.
    public var double: Double? {
        let node = node
        guard kind == .number else { return nil }
        if let int { return Double(int) }
        return Double(String(decoding: storage.bytes[node.offset..<node.offset + node.length], as: UTF8.self))
    }

    private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        var result: Int64 = 0
        for byte in isNegative ? text.dropFirst() : text {
            let digit = Int64(byte) - 0x30
            let (tenfold, overflow) = result.multipliedReportingOverflow(by: 10)
            // A negative number is built by subtraction, because the negative range is larger by one.
            let (sum, carry) =
                isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
            if overflow || carry { return nil }
            result = sum
        }
        return result
    }
}
