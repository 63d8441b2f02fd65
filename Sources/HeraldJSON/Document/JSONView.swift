/// One value inside a ``JSONDocument``, read in place. A view keeps the document alive and may be handed to another thread.
public struct JSONView: Sendable {
    let storage: JSONStorage
    let index: Int

    var node: JSONNode { storage.node(index) }
    var firstByte: UInt8 { storage.bytes[node.offset] }

    /// The kind, told from the first byte.
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

    /// The value's own bytes in the text, without the white space around it.
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

    /// A member of an object; of a member written twice the last one. `nil` when absent or when this is no object.
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

    /// The elements of an array; empty for every other kind.
    public var elements: JSONElements {
        guard firstByte == UInt8(ascii: "[") else { return JSONElements(storage: storage, position: 0, end: 0) }
        return JSONElements(storage: storage, position: index + 1, end: Int(node.extra) - 1)
    }

    /// The members of an object in the order of the text, duplicates included; empty for every other kind.
    public var members: JSONMembers {
        guard firstByte == UInt8(ascii: "{") else { return JSONMembers(storage: storage, position: 0, end: 0) }
        return JSONMembers(storage: storage, position: index + 1, end: Int(node.extra) - 1)
    }

    /// How many elements an array or members an object has, duplicates included; 0 for every other kind. Walks over them.
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

    /// Whether this is `null`.
    public var isNull: Bool { firstByte == UInt8(ascii: "n") }

    /// `nil` for every other kind.
    public var bool: Bool? {
        switch firstByte {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// The string with its escapes resolved; `nil` for every other kind.
    public var string: String? {
        guard firstByte == UInt8(ascii: "\"") else { return nil }
        return storage.string(node)
    }

    /// Whether this is a string with exactly this content. Allocates nothing unless the text has escapes.
    public func equals(_ text: StaticString) -> Bool {
        guard firstByte == UInt8(ascii: "\"") else { return false }
        return text.withUTF8Buffer { storage.isEqual(node, $0) }
    }

    /// The same for a text that is only known at run time.
    public func equals(text: String) -> Bool {
        guard firstByte == UInt8(ascii: "\"") else { return false }
        var text = text
        return text.withUTF8 { storage.isEqual(node, $0) }
    }

    /// Whether this is a string that is written with escapes.
    public var hasEscapes: Bool { firstByte == UInt8(ascii: "\"") && node.isFlagged }

    /// The tree of this part.
    public var value: JSONValue { JSONTreeBuilder.tree(storage, at: index) }
}
