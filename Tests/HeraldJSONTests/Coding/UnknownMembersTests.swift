import Foundation
import HeraldJSON
import Testing

@Suite("Members that a type does not declare")
struct UnknownMembersTests {
    private let decoder = JSONModelDecoder()
    private let encoder = JSONModelEncoder()

    @Test("unknown members are preserved at the top, nested, in arrays and in dictionaries, and written back in place")
    func kept() throws {
        let text = """
            {"@context":[],"a":{"deep":[1,{"x":"y"}]},"byName":{"k":{"code":"c","extra":1,"value":"v"}},\
            "claims":[{"code":"c","value":"v"},{"code":"d","new":"é","value":"w"}],"id":"1","issuer":{"id":"i","url":"https://x/"},\
            "status":"revoked","version":2,"zz":false}
            """
        let model = try decoder.decode(Credential.self, text: text)
        #expect(model.unknownMembers.members == ["a": ["deep": [1, ["x": "y"]]], "zz": false])
        #expect(model.issuer.unknownMembers.members == ["url": "https://x/"])
        #expect(model.claims?.map(\.unknownMembers.members) == [[:], ["new": "é"]])
        #expect(model.byName?["k"]?.unknownMembers.members == ["extra": 1])
        #expect(try encoder.canonicalText(model) == text)
    }

    @Test("members that are null are dropped, at every depth")
    func nulls() throws {
        let model = try decoder.decode(Credential.Issuer.self, text: #"{"id":"i","x":null,"y":{"z":null,"l":[null]}}"#)
        #expect(model.unknownMembers.members == ["y": ["l": [nil]]])
        #expect(try encoder.canonicalText(model) == #"{"id":"i","y":{"l":[null]}}"#)
    }

    @Test("a declared member takes precedence over an unknown one with its name")
    func declaredWins() throws {
        var issuer = Credential.Issuer(id: "i", name: "declared")
        issuer.unknownMembers.members = ["id": "kept", "name": "kept", "other": 1]
        #expect(try encoder.canonicalText(issuer) == #"{"id":"i","name":"declared","other":1}"#)
    }

    @Test("the property's own name is not a member, and a member of that name is unknown like any other")
    func ownName() throws {
        let text = #"{"id":"i","unknownMembers":{"members":1}}"#
        let model = try decoder.decode(Credential.Issuer.self, text: text)
        #expect(model.unknownMembers.members == ["unknownMembers": ["members": 1]])
        #expect(try encoder.canonicalText(model) == text)
    }

    @Test("names are distinguished by code point and may need escapes")
    func names() throws {
        let text = "{\"a\\\"b\":1,\"e\u{301}\":2,\"id\":\"i\",\"\u{E9}\":3}"
        let model = try decoder.decode(Credential.Issuer.self, text: text)
        #expect(model.unknownMembers.members.count == 3)
        #expect(Array(try encoder.canonicalText(model).utf8) == Array(text.utf8))
        let escaped = try decoder.decode(Credential.Issuer.self, text: #"{"\u0069\u0064":"i"}"#)
        #expect(escaped.id == "i")
        #expect(escaped.unknownMembers.isEmpty)
    }

    @Test("Foundation's coders neither read nor write the property")
    func foundation() throws {
        let model = try JSONDecoder().decode(Credential.Issuer.self, from: Data(#"{"id":"i","x":1}"#.utf8))
        #expect(model == Credential.Issuer(id: "i"))
        var filled = model
        filled.unknownMembers.members = ["x": 1]
        #expect(String(decoding: try JSONEncoder().encode(filled), as: UTF8.self) == #"{"id":"i"}"#)
    }

    @Test("a type that is tried and refused leaves no members to the next type")
    func alternatives() throws {
        struct First: Codable, KeepsUnknownMembers {
            var shared: String
            var second: Int
            var unknownMembers = UnknownMembers()
        }
        struct Second: Codable, KeepsUnknownMembers {
            var other: String
            var unknownMembers = UnknownMembers()
        }
        struct Either: Codable {
            var first: First?
            var second: Second?
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                first = try? container.decode(First.self)
                if first == nil { second = try container.decode(Second.self) }
            }
        }
        let either = try decoder.decode([Either].self, text: #"[{"shared":"s","second":"no number","other":"o"}]"#)
        #expect(either.first?.second?.unknownMembers.members == ["shared": "s", "second": "no number"])
    }

    @Test("a class and a type inside a single value container keep their unknown members")
    func otherShapes() throws {
        final class Reference: Codable, KeepsUnknownMembers {
            var id: String
            var unknownMembers = UnknownMembers()
        }
        struct Wrapper: Codable {
            var inner: Credential.Issuer
            init(from decoder: any Decoder) throws {
                inner = try decoder.singleValueContainer().decode(Credential.Issuer.self)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(inner)
            }
        }
        let text = #"{"id":"i","more":true}"#
        let reference = try decoder.decode(Reference.self, text: text)
        #expect(reference.unknownMembers.members == ["more": true])
        #expect(try encoder.canonicalText(reference) == text)
        let wrapper = try decoder.decode(Wrapper.self, text: text)
        #expect(wrapper.inner.unknownMembers.members == ["more": true])
        #expect(try encoder.canonicalText(wrapper) == text)
        let optional = try decoder.decode(Credential.Issuer?.self, text: text)
        #expect(optional?.unknownMembers.members == ["more": true])
    }

    @Test("the inner type keeps a discriminator that only the outer type reads")
    func discriminator() throws {
        struct Inner: Codable, KeepsUnknownMembers {
            var name: String
            var unknownMembers = UnknownMembers()
        }
        struct Outer: Codable, KeepsUnknownMembers {
            enum Keys: String, CodingKey { case type }
            var type: String
            var inner: Inner
            var unknownMembers = UnknownMembers()
            init(from decoder: any Decoder) throws {
                type = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .type)
                inner = try decoder.singleValueContainer().decode(Inner.self)
            }
            func encode(to encoder: any Encoder) throws { try inner.encode(to: encoder) }
        }
        let outer = try decoder.decode(Outer.self, text: #"{"name":"n","other":1,"type":"t"}"#)
        #expect(outer.inner.unknownMembers.members == ["type": "t", "other": 1])
        #expect(outer.unknownMembers.isEmpty)
    }

    @Test("unknown members on their own are an object")
    func alone() throws {
        let members = try decoder.decode([UnknownMembers].self, text: #"[{"a":1}]"#)
        #expect(members == [UnknownMembers(["a": 1])])
        #expect(try encoder.canonicalText(members) == #"[{"a":1}]"#)
    }
}
