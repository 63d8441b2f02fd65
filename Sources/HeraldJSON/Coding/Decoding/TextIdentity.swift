/// JSON tells texts apart by their characters, Swift's `String` by canonical equivalence: "é" in one character and in two are equal, and
/// KELVIN SIGN equals the letter K. What was signed must not be read as something that only looks equal.
extension ModelDecoding {
    /// A case of an enumeration, or another value that is its text, has exactly the text that was read.
    /// - Throws: ``JSONError`` `invalidValue`.
    func requireSameText<T>(_ value: T, at index: Int) throws(JSONError) {
        // Texts of ASCII without escapes are equal to nothing but themselves, and nearly every text is one.
        guard !isPlain(index), let raw = (value as? any RawRepresentable)?.rawValue as? String else { return }
        guard raw.utf8.elementsEqual(storage.string(node(index)).utf8) else { throw otherText(index, T.self) }
    }

    /// Notes an object whose names are not all different to Swift's `String`. Only who asks for all names comes here: a dictionary does,
    /// and so does a type that may tell them apart.
    func noteAmbiguity(of object: Int, among keys: [some CodingKey]) {
        guard keys.count > 1, keys.contains(where: { key in key.stringValue.utf8.contains { $0 >= 0x80 } }) else { return }
        if Set(keys.map(\.stringValue)).count < keys.count { ambiguousObjects.insert(object) }
    }

    /// A dictionary has an entry for every name.
    /// - Throws: ``JSONError`` `duplicateMember`.
    func requireEveryEntry(of object: Int, in type: Any.Type) throws(JSONError) {
        guard ambiguousObjects.contains(object), type is any KeyedByText.Type else { return }
        throw ambiguous(object)
    }

    private func isPlain(_ index: Int) -> Bool {
        let node = node(index)
        return !node.isFlagged && storage.bytes[node.offset..<node.offset + node.length + 2].allSatisfy { $0 < 0x80 }
    }
}

/// A dictionary whose keys are compared as `String`s are.
private protocol KeyedByText {}

extension Dictionary: KeyedByText where Key == String {}
