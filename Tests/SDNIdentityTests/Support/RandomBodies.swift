import HeraldJSON
import TestSupport

/// Bodies of requests with the members that an endpoint knows, whose values are good, malformed or of another kind.
struct RandomBodies {
    var random: SeededGenerator
    private let members: [String: [JSONValue]]

    /// - Parameter members: for each member that the endpoint knows, good values and others that belong to the member.
    init(seed: UInt64, _ members: [String: [JSONValue]]) {
        self.random = SeededGenerator(seed: seed)
        self.members = members
    }

    private static let strange: [JSONValue] = [
        .null, true, 0, -1, 1.5, [], [[]], [:], ["a": "b"], "", " ", "\u{0}", "0x", "did:sdn:", "é\u{301}", "\u{1F600}",
        .string(String(repeating: "a", count: 1_000)), ["a", "a"], ["a", 5],
    ]

    /// Returns the next body. Most members are good, so that many bodies reach the last check.
    mutating func next() -> JSONObject {
        var body = JSONObject()
        for name in members.keys.sorted() {
            guard !random.chance(oneIn: 8), let values = members[name] else { continue }
            body[name] = random.chance(oneIn: 8) ? random.pick(Self.strange) : random.pick(values)
        }
        if random.chance(oneIn: 10) { body["client_key"] = random.pick(Self.strange) }
        return body
    }

    /// Returns a text of up to 60 characters, which a client could send anywhere.
    mutating func text() -> String {
        let pieces = ["did:", "sdn:", "pkh:", "eip155:", "1:", "0x", "#", "key-1", "é", "\u{0}", " ", "\n", "ff", "Z"]
        return (0..<random.below(7)).map { _ in random.pick(pieces) }.joined()
    }
}
