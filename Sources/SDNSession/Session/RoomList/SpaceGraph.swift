/// The joined spaces and the rooms that they name.
struct SpaceGraph: Sendable {
    /// The joined spaces that name each room as their child.
    var parents: [String: Set<String>] = [:]

    /// True when a space contains a room, directly or through spaces inside it. A space that contains itself through others is not endless.
    func contains(_ roomId: String, in space: String) -> Bool {
        guard roomId != space, var next = parents[roomId] else { return false }
        var seen = next
        while let current = next.popFirst() {
            if current == space { return true }
            for parent in parents[current] ?? [] where seen.insert(parent).inserted { next.insert(parent) }
        }
        return false
    }

    /// Returns the spaces from which all spaces can be reached: those that are in no other space, and one of each group of spaces that are only in each
    /// other.
    func roots(of spaces: [String]) -> [String] {
        let all = Set(spaces)
        var roots = spaces.filter { (parents[$0] ?? []).isDisjoint(with: all.subtracting([$0])) }
        for space in spaces.sorted() where !roots.contains(space) && !roots.contains(where: { contains(space, in: $0) })
        {
            roots.append(space)
        }
        return roots
    }
}
