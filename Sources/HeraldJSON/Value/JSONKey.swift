/// A member name that compares by its UTF-8 bytes, as JSON does. Swift's `String` compares by canonical equivalence, by which
/// "é" and "e" followed by U+0301 are one key and an object that has both would lose a member.
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

    /// By code point, which is the order of the UTF-8 bytes.
    static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
