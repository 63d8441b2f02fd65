/// First in, first out, without moving what waits.
struct FirstInLine<Element> {
    private var leaving: [Element] = []
    private var coming: [Element] = []

    mutating func append(_ element: Element) { coming.append(element) }

    mutating func popFirst() -> Element? {
        if leaving.isEmpty {
            leaving = coming.reversed()
            coming = []
        }
        return leaving.popLast()
    }

    var isEmpty: Bool { leaving.isEmpty && coming.isEmpty }
}
