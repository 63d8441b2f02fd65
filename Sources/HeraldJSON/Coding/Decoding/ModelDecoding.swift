/// The state that the containers of one decoding share: the document, the members that were asked for, and the last read position in each object.
///
/// This is a class, because the methods of decoding containers cannot change a struct. An instance never leaves the thread that decodes.
final class ModelDecoding {
    /// The probable position of an object's next member. Most types read members in the order of the text.
    private struct Cursor {
        var object: Int32 = -1
        var position: Int32 = 0
    }

    let storage: JSONStorage
    let root: Int
    /// The largest number of nested decoders. Each container needs one, and types may add wrappers between containers.
    let maxNesting: Int

    /// For each container, the child at which the last search for a path ended. The next search continues there.
    var places: [Int: JSONStorage.Place] = [:]

    /// Objects with two names that Swift's `String` considers equal; see ``TextIdentity``.
    var ambiguousObjects: Set<Int> = []

    /// One bit for each node from `root` on. The bit of a member's name is set when the member was asked for.
    private let marks: UnsafeMutableBufferPointer<UInt64>
    /// One cursor for each nesting depth.
    private let cursors: UnsafeMutableBufferPointer<Cursor>

    init(_ view: JSONView, maxDepth: Int) {
        storage = view.storage
        root = view.index
        maxNesting = 3 * maxDepth + 8
        let nodeCount = view.storage.index(after: view.index) - view.index
        marks = .allocate(capacity: nodeCount / 64 + 1)
        marks.initialize(repeating: 0)
        cursors = .allocate(capacity: maxNesting + 1)
        cursors.initialize(repeating: Cursor())
    }

    deinit {
        marks.deallocate()
        cursors.deallocate()
    }

    @inline(__always) func node(_ index: Int) -> JSONNode { storage.node(index) }
    @inline(__always) func firstByte(_ index: Int) -> UInt8 { storage.bytes[storage.node(index).offset] }
    @inline(__always) func isObject(_ index: Int) -> Bool { firstByte(index) == UInt8(ascii: "{") }
    @inline(__always) func isNull(_ index: Int) -> Bool { firstByte(index) == UInt8(ascii: "n") }
    @inline(__always) func endOfContainer(_ index: Int) -> Int { Int(node(index).extra) - 1 }
    func view(_ index: Int) -> JSONView { JSONView(storage: storage, index: index) }

    /// Returns the node of a member's value, or `nil` when there is no such member. Marks the member as asked for.
    func find(_ key: some CodingKey, in object: Int, depth: Int) -> Int? {
        var name = key.stringValue
        return name.withUTF8 { name in
            let first = object + 1
            let end = endOfContainer(object)
            let cursor = cursors[depth]
            let start = Int(cursor.object) == object ? Int(cursor.position) : first
            let found = search(name, from: start, to: end) ?? search(name, from: first, to: start)
            guard let found else { return nil }
            mark(found)
            cursors[depth] = Cursor(
                object: Int32(truncatingIfNeeded: object),
                position: Int32(truncatingIfNeeded: storage.index(after: found + 1)))
            return found + 1
        }
    }

    @inline(__always)
    private func search(_ name: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        var position = start
        while position < end {
            if storage.isEqual(node(position), name) { return position }
            position = storage.index(after: position + 1)
        }
        return nil
    }

    @inline(__always)
    private func mark(_ name: Int) {
        let bit = name - root
        marks[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    @inline(__always)
    private func isMarked(_ name: Int) -> Bool {
        let bit = name - root
        return marks[bit >> 6] & 1 << UInt64(bit & 63) != 0
    }

    private func unmark(_ nodes: Range<Int>) {
        for index in nodes {
            let bit = index - root
            marks[bit >> 6] &= ~(1 << UInt64(bit & 63))
        }
    }

    /// Decodes the JSON value at an index of the tree. If the type preserves unknown members, sets its `unknownMembers` to the members that its
    /// decoder did not read.
    func value<T: Decodable>(_ type: T.Type, at index: Int, depth: Int) throws -> T {
        // This generic method decodes the elements of arrays and dictionaries, so there is a fast path for strings. The comparison proves
        // that both types of the cast are equal. A checked cast would look the types up again for every element.
        if T.self == String.self { return unsafeBitCast(try string(index), to: T.self) }
        if T.self == [String].self { return unsafeBitCast(try strings(index), to: T.self) }
        do {
            var value = try T(from: nested(index, depth: depth))
            if isObject(index) {
                if !ambiguousObjects.isEmpty { try requireEveryEntry(of: index, in: type) }
                keepUnknownMembers(of: index, in: &value)
            } else if firstByte(index) == UInt8(ascii: "\"") {
                try requireSameText(value, at: index)
            }
            return value
        } catch {
            // A type may catch the error and decode another type from the same value. The marks are removed, so that the second attempt begins
            // without any.
            unmark(index..<storage.index(after: index))
            throw located(error, type, at: index)
        }
    }

    /// Decodes a second type from a value that another type is already decoding. Only the members that the inner type reads itself count as
    /// its declared members. Members that only the outer type read, such as a discriminator, are unknown members of the inner type.
    func value<T: Decodable>(_ type: T.Type, inPlaceAt index: Int, depth: Int) throws -> T {
        guard isObject(index) else { return try value(type, at: index, depth: depth) }
        var asked: [Int] = []
        let end = endOfContainer(index)
        var position = index + 1
        while position < end {
            if isMarked(position) { asked.append(position) }
            position = storage.index(after: position + 1)
        }
        for name in asked { unmark(name..<name + 1) }
        defer { for name in asked { mark(name) } }
        return try value(type, at: index, depth: depth)
    }

    /// Returns a decoder for a container inside another one.
    func nested(_ index: Int, depth: Int) throws -> ModelValueDecoder {
        guard depth < maxNesting else {
            throw JSONError(
                .tooDeep, path: path(of: index), offset: node(index).offset,
                reason: "more than \(maxNesting) decoders are nested")
        }
        return ModelValueDecoder(self, index, depth: depth + 1)
    }

    private func keepUnknownMembers<T>(of object: Int, in value: inout T) {
        let end = endOfContainer(object)
        var position = object + 1
        while position < end, isMarked(position) { position = storage.index(after: position + 1) }
        if position < end { keepUnknownMembers(from: position, to: end, in: &value) }
    }

    /// Keeps the members from a position on that were not asked for. Most objects have none, and the casts here need the metadata of several
    /// types, so this is a function of its own.
    @inline(never)
    private func keepUnknownMembers<T>(from start: Int, to end: Int, in value: inout T) {
        guard T.self is any KeepsUnknownMembers.Type, var keeper = value as? any KeepsUnknownMembers else { return }
        var position = start
        while position < end {
            if !isMarked(position) {
                mark(position)
                if !isNull(position + 1) {
                    keeper.unknownMembers.members[storage.string(node(position))] = JSONTreeBuilder.tree(
                        storage, at: position + 1, omittingNulls: true)
                }
            }
            position = storage.index(after: position + 1)
        }
        if let filled = keeper as? T { value = filled }
    }
}
