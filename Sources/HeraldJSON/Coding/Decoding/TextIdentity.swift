/// JSON compares strings by code point. Swift's `String` compares by canonical equivalence: a precomposed "é" equals "e" with a combining accent,
/// and KELVIN SIGN equals the letter K. A signed text must not be read as a different text that Swift considers equal.
extension ModelDecoding {
    /// Checks that a value decoded from a string, such as a case of an enumeration, has exactly that string as its raw value.
    /// - Throws: ``JSONError`` `invalidValue` when the strings differ.
    func requireSameText<T>(_ value: T, at index: Int) throws(JSONError) {
        // A string of ASCII without escapes equals only itself. Nearly every string is like this.
        guard !isPlain(index), let raw = (value as? any RawRepresentable)?.rawValue as? String else { return }
        guard raw.utf8.elementsEqual(storage.string(node(index)).utf8) else { throw otherText(index, T.self) }
    }

    /// Records an object with names that Swift's `String` considers equal. Only types that ask for all names call this: dictionaries, and types that
    /// may tell the names apart.
    func noteAmbiguity(of object: Int, among keys: [some CodingKey]) {
        guard keys.count > 1, keys.contains(where: { key in key.stringValue.utf8.contains { $0 >= 0x80 } }) else {
            return
        }
        if Set(keys.map(\.stringValue)).count < keys.count { ambiguousObjects.insert(object) }
    }

    /// Checks that a dictionary has an entry for every name.
    /// - Throws: ``JSONError`` `duplicateMember` when two names became one entry.
    func requireEveryEntry(of object: Int, in type: Any.Type) throws(JSONError) {
        guard ambiguousObjects.contains(object), type is any KeyedByText.Type else { return }
        throw ambiguous(object)
    }

    private func isPlain(_ index: Int) -> Bool {
        let node = node(index)
        return !node.isFlagged && storage.bytes[node.offset..<node.offset + node.length + 2].allSatisfy { $0 < 0x80 }
    }
}

/// A dictionary whose keys are compared as Swift's `String`.
private protocol KeyedByText {}

extension Dictionary: KeyedByText where Key == String {}
