extension EncodedTree {
    /// Returns the steps from the root to a node.
    func steps(to index: Int) -> [any CodingKey] {
        var steps: [any CodingKey] = []
        var index = index
        while index > 0 {
            let parent = Int(nodes[index].parent)
            if nodes[parent].kind == .array {
                var place = 0
                var child = Int(nodes[parent].firstChild)
                while child >= 0, child != index {
                    place += 1
                    child = Int(nodes[child].next)
                }
                steps.append(ModelPathKey(place))
            } else {
                steps.append(ModelPathKey(string(nodes[index].name)))
            }
            index = parent
        }
        return steps.reversed()
    }

    func path(of index: Int) -> String { JSONPath.text(steps(to: index)) }

    func failure(_ index: Int, _ reason: String) -> JSONError {
        JSONError(.invalidValue, path: path(of: index), reason: reason)
    }

    /// Returns an error that a type's own `encode(to:)` threw, with the path added.
    func located(_ error: any Error, at index: Int) -> JSONError {
        switch error {
        case let error as JSONError:
            return error.path.isEmpty ? JSONError(error.code, path: path(of: index), reason: error.reason) : error
        case EncodingError.invalidValue(_, let context):
            let isDeeper = context.codingPath.count > steps(to: index).count
            return JSONError(
                .invalidValue, path: isDeeper ? JSONPath.text(context.codingPath) : path(of: index),
                reason: context.debugDescription)
        default: return failure(index, String(describing: error))
        }
    }
}
