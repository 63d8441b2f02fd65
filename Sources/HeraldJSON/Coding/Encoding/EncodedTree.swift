/// The output of an encoding so far: nodes that refer to each other by number, and one buffer for all names, strings and numbers.
///
/// An encoder may write to any open container at any time, so text cannot be produced immediately. This is a class, because containers
/// share it. An instance never leaves the thread that encodes.
final class EncodedTree {
    enum Kind: UInt8 {
        /// Nothing has been written to this node.
        case empty
        case null, yes, no
        /// Text that is written unchanged.
        case integer, fraction
        /// Text that is written with quotes and escapes.
        case string
        case array, object
    }

    struct Node {
        var kind: Kind
        let parent: Int32
        /// The member's name, without escapes.
        let name: Span
        var text = Span()
        var firstChild: Int32 = -1
        var lastChild: Int32 = -1
        var next: Int32 = -1
        var count: Int32 = 0
    }

    /// A range of the buffer.
    struct Span {
        var start = 0
        var count = 0
    }

    static let root = 0

    let maxDepth: Int
    // Exclusivity is not checked at run time, because the checks took a third of the encoding time. Accesses to these properties never overlap.
    @exclusivity(unchecked) private(set) var nodes: [Node]
    @exclusivity(unchecked) private(set) var text: [UInt8]
    /// The room for nodes and for their text at the beginning. Most values fit, so that the buffers need not grow step by step.
    private static let firstNodes = 48, firstText = 1_024
    /// The first error in a method that cannot throw.
    private(set) var failure: JSONError?

    init(maxDepth: Int) {
        self.maxDepth = maxDepth
        nodes = []
        nodes.reserveCapacity(Self.firstNodes)
        nodes.append(Node(kind: .empty, parent: -1, name: Span()))
        text = []
        text.reserveCapacity(Self.firstText)
    }

    func bytes(_ span: Span) -> ArraySlice<UInt8> { text[span.start..<span.start + span.count] }
    func string(_ span: Span) -> String { String(decoding: bytes(span), as: UTF8.self) }

    /// Makes a node a container. A repeated call with the same kind does nothing. A call with another kind is an error of the encoded type.
    func open(_ index: Int, as kind: Kind) {
        if nodes[index].kind == kind { return }
        guard nodes[index].kind == .empty else {
            fail(
                JSONError(.invalidValue, path: path(of: index), reason: "a type wrote two kinds of value in one place"))
            return
        }
        nodes[index].kind = kind
    }

    func appendMember(_ name: String, to object: Int) -> Int { append(to: object, name: store(name)) }
    func appendElement(to array: Int) -> Int { append(to: array, name: Span()) }

    private func append(to parent: Int, name: Span) -> Int {
        let index = nodes.count
        nodes.append(Node(kind: .empty, parent: Int32(truncatingIfNeeded: parent), name: name))
        let child = Int32(truncatingIfNeeded: index)
        let last = Int(nodes[parent].lastChild)
        if last < 0 { nodes[parent].firstChild = child } else { nodes[last].next = child }
        nodes[parent].lastChild = child
        nodes[parent].count += 1
        return index
    }

    private func store(_ string: String) -> Span {
        let start = text.count
        text.append(contentsOf: string.utf8)
        return Span(start: start, count: text.count - start)
    }

    func set(_ index: Int, _ kind: Kind) {
        guard nodes[index].kind == .empty else {
            return fail(JSONError(.invalidValue, path: path(of: index), reason: "a type wrote two values in one place"))
        }
        nodes[index].kind = kind
    }

    func set(_ index: Int, _ value: Bool) { set(index, value ? .yes : .no) }

    func set(_ index: Int, _ value: String) {
        set(index, .string)
        nodes[index].text = store(value)
    }

    func set(_ index: Int, _ value: some FixedWidthInteger) {
        set(index, .integer)
        nodes[index].text = store(String(value))
    }

    func set(_ index: Int, _ value: Double) throws {
        guard value.isFinite else { throw failure(index, "JSON has no number that is not finite") }
        set(index, .fraction)
        nodes[index].text = store(value.description)
    }

    func set(_ index: Int, _ value: Float) throws {
        guard value.isFinite else { throw failure(index, "JSON has no number that is not finite") }
        set(index, .fraction)
        nodes[index].text = store(value.description)
    }

    /// Encodes a value into the node at an index of the tree, and writes the value's unknown members next to the declared ones.
    func write<T: Encodable>(_ value: T, at index: Int, depth: Int) throws {
        guard depth <= 2 * maxDepth else {
            throw JSONError(.tooDeep, path: path(of: index), reason: "more than \(2 * maxDepth) encoders are nested")
        }
        do {
            try value.encode(to: ModelValueEncoder(self, index, depth: depth + 1))
        } catch {
            throw located(error, at: index)
        }
        if nodes[index].kind == .empty { nodes[index].kind = .object }
        if nodes[index].kind == .object, let keeper = T.self as? any KeepsUnknownMembers.Type {
            let members = Self.unknownMembers(of: value, keeper)
            if !members.isEmpty { try write(members, besideMembersOf: index, depth: depth) }
        }
    }

    /// Reads the unknown members of a value without putting the value into an existential, because that would copy the whole value.
    private static func unknownMembers<T, Keeper: KeepsUnknownMembers>(of value: T, _ type: Keeper.Type) -> JSONObject {
        // The two types are the same, because the caller cast the type itself. The comparison proves that the memory has a value of it.
        guard Keeper.self == T.self else { return JSONObject() }
        return withUnsafePointer(to: value) { pointer in
            UnsafeRawPointer(pointer).assumingMemoryBound(to: Keeper.self).pointee.unknownMembers.members
        }
    }

    private func write(_ members: JSONObject, besideMembersOf object: Int, depth: Int) throws {
        var declared: Set<JSONKey> = []
        var child = Int(nodes[object].firstChild)
        while child >= 0 {
            if nodes[child].kind != .null { declared.insert(JSONKey(string(nodes[child].name))) }
            child = Int(nodes[child].next)
        }
        for (key, value) in members.members where !value.isNull && !declared.contains(key) {
            try write(value, at: appendMember(key.text, to: object), depth: depth + 1)
        }
    }

    /// Writes a JSON value into a node, unchanged.
    /// - Throws: ``JSONError`` `tooDeep`, or `invalidValue` for a double that is not finite.
    func write(_ value: JSONValue, at index: Int, depth: Int) throws {
        guard depth <= 2 * maxDepth else {
            throw JSONError(.tooDeep, path: path(of: index), reason: "more than \(2 * maxDepth) values are nested")
        }
        switch value {
        case .null: set(index, .null)
        case .bool(let value): set(index, value)
        case .int(let value): set(index, value)
        case .double(let value): try set(index, value)
        case .string(let value): set(index, value)
        case .array(let elements):
            open(index, as: .array)
            for element in elements { try write(element, at: appendElement(to: index), depth: depth + 1) }
        case .object(let object):
            open(index, as: .object)
            for (key, value) in object.members {
                try write(value, at: appendMember(key.text, to: index), depth: depth + 1)
            }
        }
    }

    func fail(_ error: JSONError) { failure = failure ?? error }
}
