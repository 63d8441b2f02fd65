import HeraldJSON

/// The canonical form of an object (OpenDID sheet 2.1) cut open at the value of one member, so that the value can be exchanged without
/// making the rest again.
struct CanonicalFrame {
    /// Everything up to the value.
    let head: [UInt8]
    /// Everything after it.
    let tail: [UInt8]

    init(head: [UInt8], tail: [UInt8]) {
        self.head = head
        self.tail = tail
    }

    /// - Parameters:
    ///   - object: the object.
    ///   - key: the member whose value is left open; whether the object has it makes no difference.
    ///   - edits: changes of other members.
    init(of object: JSONView, around key: String, edits: [String: CanonicalEdit] = [:]) throws(JSONError) {
        var before = edits, after = edits
        for name in Set(object.members.map(\.key)).union(edits.keys) {
            if !name.utf8.lexicographicallyPrecedes(key.utf8) { before[name] = .remove }
            if !key.utf8.lexicographicallyPrecedes(name.utf8) { after[name] = .remove }
        }
        // Both are objects of their own for the moment: `{…}`.
        let first = try object.canonicalBytes(omittingNulls: true, edits: before).dropLast()
        let last = try object.canonicalBytes(omittingNulls: true, edits: after).dropFirst()
        let comma = [UInt8(ascii: ",")]
        head = first + (first.count > 1 ? comma : []) + JSONText.quoted(key) + [UInt8(ascii: ":")]
        tail = (last.count > 1 ? comma : []) + last
    }
}
