/// Compares member names by code point, which is the order of their UTF-8 bytes.
extension JSONStorage {
    /// Returns a negative number when the left name comes first and zero when both are the same.
    @inline(__always)
    func compareNames(_ left: Int, _ right: Int) -> Int {
        let left = node(left), right = node(right)
        if left.isFlagged || right.isFlagged { return compareUnescaped(left, right) }
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return WordScan.compare(base + (left.offset + 1), left.length, base + (right.offset + 1), right.length)
        }
    }

    @inline(never)
    private func compareUnescaped(_ left: JSONNode, _ right: JSONNode) -> Int {
        unescaped(left).withUnsafeBytes { left in
            unescaped(right).withUnsafeBytes { right in
                guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else {
                    return left.count - right.count
                }
                return WordScan.compare(leftBase, left.count, rightBase, right.count)
            }
        }
    }

    /// Returns a negative number when the name comes before the text.
    func compareName(_ name: Int, to text: [UInt8]) -> Int {
        let node = node(name)
        if node.isFlagged { return Self.compare(unescaped(node), text) }
        return bytes.withUnsafeBytes { buffer in
            text.withUnsafeBytes { text in
                guard let base = buffer.baseAddress, let textBase = text.baseAddress else {
                    return node.length - text.count
                }
                return WordScan.compare(base + (node.offset + 1), node.length, textBase, text.count)
            }
        }
    }

    private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
        left.lexicographicallyPrecedes(right) ? -1 : left == right ? 0 : 1
    }

    /// Returns true when the names of an object are in ascending order, so that none occurs twice.
    func namesAscend(in object: Int) -> Bool {
        let end = Int(node(object).extra) - 1
        var previous = object + 1
        guard previous < end else { return true }
        var position = index(after: previous + 1)
        while position < end {
            guard compareNames(previous, position) < 0 else { return false }
            previous = position
            position = index(after: position + 1)
        }
        return true
    }

    /// Appends the names of an object in ascending order. Equal names keep the order of the text.
    func appendSortedNames(of object: Int, to names: inout [SortedName]) {
        let start = names.count
        let end = Int(node(object).extra) - 1
        var position = object + 1
        while position < end {
            names.append(SortedName(prefix: prefix(node(position)), position: Int32(truncatingIfNeeded: position)))
            position = index(after: position + 1)
        }
        guard names.count - start <= 24 else {
            names[start...].sort { precedes($0, $1) }
            return
        }
        names.withUnsafeMutableBufferPointer { names in
            for unsorted in start..<names.count {
                let name = names[unsorted]
                var place = unsorted
                while place > start, precedes(name, names[place - 1]) {
                    names[place] = names[place - 1]
                    place -= 1
                }
                names[place] = name
            }
        }
    }

    @inline(__always)
    private func precedes(_ left: SortedName, _ right: SortedName) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        let order = compareNames(left.name, right.name)
        return order < 0 || order == 0 && left.position < right.position
    }

    @inline(__always)
    func areSame(_ left: SortedName, _ right: SortedName) -> Bool {
        left.prefix == right.prefix && compareNames(left.name, right.name) == 0
    }

    /// Returns the first eight bytes of a name as a number with the same order. Shorter names are padded with zeros.
    @inline(__always)
    private func prefix(_ node: JSONNode) -> UInt64 {
        guard !node.isFlagged, node.offset + 9 <= bytes.count else { return slowPrefix(node) }
        let word = bytes.withUnsafeBytes { buffer in buffer.baseAddress.map { WordScan.load($0, node.offset + 1) } ?? 0
        }
        return node.length >= 8 ? word.byteSwapped : word.byteSwapped & ~(UInt64.max >> UInt64(8 * node.length))
    }

    @inline(never)
    private func slowPrefix(_ node: JSONNode) -> UInt64 {
        let name = unescaped(node)
        return (0..<8).reduce(0) { $0 << 8 | ($1 < name.count ? UInt64(name[$1]) : 0) }
    }
}

/// A member name with its first eight bytes, which are usually enough to compare two names.
struct SortedName {
    let prefix: UInt64
    let position: Int32

    @inline(__always) var name: Int { Int(position) }
}
