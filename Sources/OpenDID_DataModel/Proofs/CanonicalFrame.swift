import HeraldJSON

/// The canonical form of an object (OpenDID sheet 2.1) cut open at the value of one member, so that the value can be exchanged without
/// making the rest again.
struct CanonicalFrame {
    /// Everything up to the value.
    let head: [UInt8]
    /// Everything after it.
    let tail: [UInt8]

    /// No canonical text holds this byte: strings escape control characters.
    private static let opening: UInt8 = 0

    init(head: [UInt8], tail: [UInt8]) {
        self.head = head
        self.tail = tail
    }

    /// - Parameters:
    ///   - object: the object.
    ///   - key: the member whose value is left open; whether the object has it makes no difference.
    ///   - edits: changes of other members.
    init(of object: JSONView, around key: String, edits: [String: CanonicalEdit] = [:]) throws(JSONError) {
        var edits = edits
        edits[key] = .set([Self.opening])
        let parts = try object.canonicalBytes(omittingNulls: true, edits: edits)
            .split(separator: Self.opening, maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count == 2 else {
            throw JSONError(.notCanonical, path: key, reason: "the member has no place in the canonical form")
        }
        head = Array(first)
        tail = Array(last)
    }
}
