/// The members of an object, read from the text in its order.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    let storage: JSONStorage
    var position: Int
    let end: Int

    /// No members. Use it in place of an absent value.
    public static let empty = JSONMembers(storage: .null, position: 0, end: 0)

    /// The next member, in the order of the text.
    public mutating func next() -> (key: String, value: JSONView)? {
        guard position < end else { return nil }
        let view = JSONView(storage: storage, index: position + 1)
        let key = storage.string(storage.node(position))
        position = storage.index(after: position + 1)
        return (key, view)
    }
}
