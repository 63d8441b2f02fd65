extension JSONStorage {
    /// Returns the first name that occurs a second time in one object inside a value, or `nil` when there is none.
    func firstDuplicate(in value: Int) -> Int? {
        var names: [SortedName] = []
        for index in value..<index(after: value) where bytes[node(index).offset] == UInt8(ascii: "{") {
            if namesAscend(in: index) { continue }
            names.removeAll(keepingCapacity: true)
            appendSortedNames(of: index, to: &names)
            var found: Int?
            for place in names.indices.dropFirst() where areSame(names[place - 1], names[place]) {
                found = min(found ?? names[place].name, names[place].name)
            }
            if let found { return found }
        }
        return nil
    }

    func duplicateError(_ name: Int) -> JSONError {
        JSONError(
            .duplicateMember, path: JSONPath.text(steps(to: name + 1)), offset: node(name).offset,
            reason: "the object has this member twice")
    }
}
