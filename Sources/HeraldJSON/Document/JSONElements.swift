/// The elements of an array, read from the text.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    let storage: JSONStorage
    var position: Int
    let end: Int

    /// No elements. Use it in place of an absent value.
    public static let empty = JSONElements(storage: .null, position: 0, end: 0)

    /// The next element.
    public mutating func next() -> JSONView? {
        guard position < end else { return nil }
        let view = JSONView(storage: storage, index: position)
        position = storage.index(after: position)
        return view
    }
}
