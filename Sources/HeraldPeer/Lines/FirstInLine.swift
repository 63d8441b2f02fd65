/// A first-in, first-out queue that does not move waiting elements.
struct FirstInLine<Element> {
    private var leaving: [Element] = []
    private var coming: [Element] = []

    mutating func append(_ element: Element) { coming.append(element) }

    mutating func popFirst() -> Element? {
        turn()
        return leaving.popLast()
    }

    mutating func first() -> Element? {
        turn()
        return leaving.last
    }

    private mutating func turn() {
        guard leaving.isEmpty else { return }
        leaving = coming.reversed()
        coming = []
    }

    var isEmpty: Bool { leaving.isEmpty && coming.isEmpty }
}
