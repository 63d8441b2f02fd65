/// The parameters of a query, split at each `&` and at the first `=`, without decoding. MYKEY sheet 3.2.
struct QueryItems {
    let items: [(name: Substring, value: Substring)]

    init(_ query: some StringProtocol) {
        let text = Substring(query)
        items = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true).map { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return (Substring(item), "") }
            return (Substring(item[..<equals]), Substring(item[item.index(after: equals)...]))
        }
    }

    /// Returns the value of a parameter that may occur only once.
    /// - Throws: ``MYKEYError`` `repeated` when it occurs twice.
    func only(_ name: String) throws(MYKEYError) -> Substring? {
        let found = items.filter { $0.name.utf8.elementsEqual(name.utf8) }
        guard found.count < 2 else {
            throw MYKEYError(.repeated, field: name, reason: "the parameter is given \(found.count) times")
        }
        return found.first?.value
    }

    /// Returns the value of the first parameter with this name.
    func first(_ name: String) -> Substring? { items.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
}
