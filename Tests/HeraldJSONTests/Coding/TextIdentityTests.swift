import HeraldJSON
import Testing

@Suite("Texts that only look the same are distinguished")
struct TextIdentityTests {
    enum Padding: String, Codable, CaseIterable { case pkcs5 = "PKCS5", accented = "\u{E9}" }

    private func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
        try JSONModelDecoder().decode(type, from: Array(text.utf8))
    }

    @Test(
        "a text that Swift finds equal to a raw value but that has other characters is refused",
        arguments: [
            "\"P\u{212A}CS5\"", #""P\u212ACS5""#, "\"e\u{301}\"", #""\u0065\u0301""#,
        ])
    func lookalikes(text: String) {
        let alone = #expect(throws: JSONError.self) { try read(Padding.self, text) }
        #expect(alone?.code == .invalidValue && alone?.path == "")
        let listed = #expect(throws: JSONError.self) { try read([Padding].self, "[\"PKCS5\",\(text)]") }
        #expect(listed?.code == .invalidValue && listed?.path == "[1]")
        let optional = #expect(throws: JSONError.self) { try read([Padding?].self, "[\(text)]") }
        #expect(optional?.code == .invalidValue)
        let member = #expect(throws: JSONError.self) { try read([String: Padding].self, "{\"a\":\(text)}") }
        #expect(member?.code == .invalidValue && member?.path == "a")
    }

    @Test("a raw value is read however its characters are written", arguments: ["\"PKCS5\"", #""\u0050KCS5""#])
    func escapes(text: String) throws {
        #expect(try read(Padding.self, text) == .pkcs5)
        #expect(try read(Padding.self, "\"\u{E9}\"") == .accented)
    }

    @Test("a dictionary that would merge two names is refused, whatever its values")
    func names() throws {
        let text = "{\"\u{E9}\":\"1\",\"e\u{301}\":\"2\"}"
        let texts = #expect(throws: JSONError.self) { try read([String: String].self, text) }
        #expect(texts?.code == .duplicateMember && texts?.path == "")
        let inside = #expect(throws: JSONError.self) { try read([[String: String?]].self, "[{},\(text)]") }
        #expect(inside?.code == .duplicateMember && inside?.path == "[1]")
        let claim = #"{"code":"c","value":"v"}"#
        let objects = #expect(throws: JSONError.self) {
            try read(Credential.self, Credential.text.replacing(#""x":"#, with: "\"\u{212B}\":\(claim),\"\u{C5}\":"))
        }
        #expect(objects?.code == .duplicateMember && objects?.path == "byName")
        #expect(try read([String: String].self, "{\"\u{E9}\":\"1\",\"e\":\"2\"}").count == 2)
    }

    @Test("a type that distinguishes such names reads both")
    func both() throws {
        let text = "{\"\u{E9}\":\"1\",\"e\u{301}\":\"2\"}"
        #expect(try read(JSONObject.self, text).count == 2)
        let unknown = try read(
            Credential.self,
            Credential.text.replacing(#""version":1"#, with: "\"version\":1,\"\u{E9}\":1,\"e\u{301}\":2"))
        #expect(unknown.unknownMembers.members.count == 2)
    }
}
