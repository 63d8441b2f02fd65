extension JSONStorage {
    /// - Throws: ``JSONError`` `duplicateMember` at the second of two equal names in one object.
    func refuseDuplicates() throws(JSONError) {
        for index in nodes.indices where bytes[node(index).offset] == UInt8(ascii: "{") {
            var names: Set<[UInt8]> = []
            var position = index + 1
            let end = Int(node(index).extra) - 1
            while position < end {
                let name = node(position)
                guard names.insert(unescaped(name)).inserted else {
                    throw JSONError(.duplicateMember, offset: name.offset, reason: "the object has this member twice")
                }
                position = self.index(after: position + 1)
            }
        }
    }
}
