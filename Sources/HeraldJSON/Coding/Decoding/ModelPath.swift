/// A step of a coding path: a member's name or an element's place.
struct ModelPathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(_ index: Int) {
        stringValue = String(index)
        intValue = index
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(intValue) }
}

extension JSONPath {
    /// Spells a coding path.
    static func text(_ steps: [any CodingKey]) -> String {
        var path = ""
        for step in steps {
            if let index = step.intValue {
                path = appending(index: index, to: path)
            } else {
                path = appending(key: step.stringValue, to: path)
            }
        }
        return path
    }
}

/// The index says where every value begins, so that a path is found when it is needed and costs nothing when it is not.
extension JSONStorage {
    /// A child of a container, and how many come before it.
    struct Place {
        var position: Int
        var number: Int
    }

    /// The steps from the root of the document to a value.
    func steps(to target: Int) -> [any CodingKey] {
        var places: [Int: Place] = [:]
        return steps(to: target, resuming: &places)
    }

    /// The steps from the root of the document to a value.
    /// - Parameter places: how far each container was walked the last time. A type that tries one form of each element after the other
    ///   fails once for each, and walking from the start every time would take the square of their number.
    func steps(to target: Int, resuming places: inout [Int: Place]) -> [any CodingKey] {
        var steps: [any CodingKey] = []
        var index = 0
        while index < target, isContainer(node(index)) {
            let isObject = bytes[node(index).offset] == UInt8(ascii: "{")
            let end = Int(node(index).extra) - 1
            var place = Place(position: index + 1, number: 0)
            if let last = places[index], last.position <= target { place = last }
            var child = -1
            while place.position < end {
                let value = isObject ? place.position + 1 : place.position
                let next = self.index(after: value)
                if target < next {
                    steps.append(isObject ? ModelPathKey(string(node(place.position))) : ModelPathKey(place.number))
                    places[index] = place
                    child = value
                    break
                }
                place = Place(position: next, number: place.number + 1)
            }
            guard child > index else { break }
            index = child
        }
        return steps
    }

    /// The value that steps from another lead to, or the nearest one around it.
    func index(following steps: ArraySlice<any CodingKey>, from start: Int) -> Int {
        var view = JSONView(storage: self, index: start)
        for step in steps {
            let next: JSONView?
            if let number = step.intValue, view.kind == .array {
                next = view.elements.dropFirst(max(number, 0)).first { _ in true }
            } else {
                next = view[step.stringValue]
            }
            guard let next else { break }
            view = next
        }
        return view.index
    }
}

extension ModelDecoding {
    func steps(to index: Int) -> [any CodingKey] { storage.steps(to: index, resuming: &places) }
    func path(of index: Int) -> String { JSONPath.text(steps(to: index)) }
}
