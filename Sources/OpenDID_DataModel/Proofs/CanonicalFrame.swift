import HeraldJSON

/// The canonical form of an object (OpenDID sheet 2.1), split at the value of one member. The value can then be replaced without encoding
/// the rest again.
struct CanonicalFrame {
    /// The text before the value.
    let head: [UInt8]
    /// The text after the value.
    let tail: [UInt8]

    /// A byte that no canonical text contains, because strings escape control characters.
    private static let opening: UInt8 = 0

    init(head: [UInt8], tail: [UInt8]) {
        self.head = head
        self.tail = tail
    }

    /// Splits the canonical form of an object.
    /// - Parameters:
    ///   - object: the object.
    ///   - key: the member whose value is left out. The object need not have it.
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
