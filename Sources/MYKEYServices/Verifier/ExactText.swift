/// A string that is compared by its UTF-8 bytes, because these bytes are signed. Swift's `String` compares by canonical equivalence, by
/// which `MYKEY` with a Kelvin sign is equal to `MYKEY`.
struct ExactText: Sendable, Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
