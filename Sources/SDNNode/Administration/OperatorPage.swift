import HeraldJSON
import SDNWire

/// The part of a list that an operator requests: the entries after `from`, at most `limit`.
struct OperatorPage: Sendable {
    /// The most entries of one answer, and the number if the request names none.
    static let longest = 500, usual = 100

    let from: String?
    let limit: Int

    /// Reads the query items `from` and `limit`.
    /// - Throws: `WireError` if one is invalid.
    init(_ parts: RequestParts) throws {
        from = parts.query["from"]
        let limit = try parts.queryInt("limit") ?? Self.usual
        guard (1...Self.longest).contains(limit) else {
            throw WireError(.invalid, field: "limit", reason: "expected a number from 1 to \(Self.longest)")
        }
        self.limit = limit
    }

    /// The place after which the page begins, for lists that are sorted by a number; 0 for the first page.
    var number: Int64 {
        get throws(WireError) {
            guard let from else { return 0 }
            guard let number = Int64(from), number >= 0 else {
                throw WireError(.invalid, field: "from", reason: "expected the `next` of an earlier answer")
            }
            return number
        }
    }

    /// Returns the answer: the entries, and `next` if there are more.
    /// - Parameters:
    ///   - entries: the entries, one more than ``limit`` if there are more.
    ///   - next: returns the place of an entry, by its index.
    func answer(_ name: String, _ entries: [JSONValue], next: (Int) -> String) -> JSONObject {
        var answer: JSONObject = [name: .array(Array(entries.prefix(limit)))]
        if entries.count > limit { answer["next"] = .string(next(limit - 1)) }
        return answer
    }
}
