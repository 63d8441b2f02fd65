/// One step of a coding path: the name of a member or the index of an element.
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
    /// Returns a coding path as text, such as `rooms[3].name`.
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

/// Computes the path of a value from the index, which tells where every value begins. A path is computed only for an error, so successful decoding
/// does not pay for it.
extension JSONStorage {
    /// A child of a container, and the number of children before it.
    struct Place {
        var position: Int
        var number: Int
    }

    /// Returns the steps from the document's root to a value.
    func steps(to target: Int) -> [any CodingKey] {
        var places: [Int: Place] = [:]
        return steps(to: target, resuming: &places)
    }

    /// Returns the steps from the document's root to a value.
    /// - Parameter places: for each container, the child at which the last search ended. A type that tries several forms of each element fails once
    ///   per element. Without this memory, the searches would take time quadratic in the number of elements.
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

    /// Returns the value that the steps lead to from another value, or the last value that exists on the way.
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
