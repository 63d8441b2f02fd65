import HeraldJSON
import Testing

/// The order in which the encoder writes members, and names that a type writes twice.
@Suite("Encoded members")
struct EncodedOrderTests {
    /// Writes its members in the given order.
    private struct Members: Encodable {
        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let list: [(String, Int?)]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in list {
                if let value {
                    try container.encode(value, forKey: Name(stringValue: name))
                } else {
                    try container.encodeNil(forKey: Name(stringValue: name))
                }
            }
        }
    }

    private func text(_ list: [(String, Int?)]) throws -> String {
        String(decoding: try JSONModelEncoder().canonicalBytes(Members(list: list)), as: UTF8.self)
    }

    @Test("members are written in the order of their names, whatever order they were encoded in")
    func sorted() throws {
        let expected = #"{"a":1,"aa":2,"b":3,"é":4}"#
        let members: [(String, Int?)] = [("a", 1), ("aa", 2), ("b", 3), ("é", 4)]
        #expect(try text(members) == expected)
        #expect(try text(members.reversed()) == expected)
        #expect(try text([members[2], members[0], members[3], members[1]]) == expected)
    }

    @Test("a member that is null is left out at every place")
    func nulls() throws {
        #expect(try text([("a", nil), ("b", 1), ("c", nil)]) == #"{"b":1}"#)
        #expect(try text([("c", nil), ("b", 1), ("a", nil)]) == #"{"b":1}"#)
        #expect(try text([("a", nil)]) == "{}")
        #expect(try text([]) == "{}")
    }

    @Test("of a name that was encoded twice, the last value counts, even if it is null")
    func twice() throws {
        #expect(try text([("a", 1), ("a", 2)]) == #"{"a":2}"#)
        #expect(try text([("b", 1), ("a", 3), ("b", 2)]) == #"{"a":3,"b":2}"#)
        #expect(try text([("a", 1), ("b", 3), ("a", nil)]) == #"{"b":3}"#)
        #expect(try text([("a", nil), ("a", 1)]) == #"{"a":1}"#)
    }

    @Test("an object with more members than fit at first is written whole")
    func long() throws {
        let names = (0..<500).map { "name \(1_000 + $0)" }
        let expected = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
        let members: [(String, Int?)] = names.enumerated().map { ($1, $0) }
        #expect(try text(members) == expected)
        #expect(try text(members.reversed()) == expected)
    }
}
