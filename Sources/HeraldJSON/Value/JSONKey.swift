/// A member name that is compared by its UTF-8 bytes, as in JSON. Swift's `String` compares by canonical equivalence, so "é" and "e" followed by
/// U+0301 would be one key, and an object with both would lose a member.
struct JSONKey: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: JSONKey, right: JSONKey) -> Bool {
        let lefts = left.text.utf8, rights = right.text.utf8
        let quick = lefts.withContiguousStorageIfAvailable { left in
            rights.withContiguousStorageIfAvailable { right in
                left.count == right.count && left.elementsEqual(right)
            }
        }
        if let quick = quick ?? nil { return quick }
        return lefts.elementsEqual(rights)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Compares by code point, which is the order of the UTF-8 bytes.
    static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
