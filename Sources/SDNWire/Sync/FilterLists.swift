import HeraldJSON

/// Reads a filter's lists and limits their size, because a walk through a room compares every event with them.
enum FilterLists {
    static let entryLimit = 1_000
    static let starLimit = 50

    static func read(_ key: String, _ json: JSONReader) throws -> [String]? {
        guard let list = try json.optionalStrings(key) else { return nil }
        guard list.count <= entryLimit else {
            throw WireError(.tooLong, field: json.path(of: key), reason: "at most \(entryLimit) entries are allowed")
        }
        guard list.count(where: { $0.utf8.contains(UInt8(ascii: "*")) }) <= starLimit else {
            throw WireError(
                .tooLong, field: json.path(of: key), reason: "at most \(starLimit) entries may contain a star")
        }
        return list
    }
}
