import HTTPTypes
import HeraldPeer
import Testing

@Suite struct `The value of a header field` {
    @Test func `is nil for a field that is absent`() {
        let fields: HTTPFields = [.contentType: "text/plain"]
        #expect(fields.value(of: .authorization) == nil)
        #expect(HTTPFields().value(of: .authorization) == nil)
    }

    @Test func `is the text of a field that occurs once, in any letter case`() throws {
        let name = try #require(HTTPField.Name("CONTENT-length"))
        let fields = HTTPFields([
            HTTPField(name: .authorization, value: "Bearer a, b"), HTTPField(name: name, value: "12"),
            HTTPField(name: .accept, value: ""),
        ])
        #expect(fields.value(of: .authorization) == "Bearer a, b")
        #expect(fields.value(of: .contentLength) == "12")
        #expect(fields.value(of: .accept) == "")
    }

    @Test(arguments: [HTTPField.Name.accept, .cookie])
    func `is joined like that of the subscript for a field that occurs several times`(_ name: HTTPField.Name) {
        let fields = HTTPFields(
            ["a", "b", "c"].flatMap { [HTTPField(name: name, value: $0), HTTPField(name: .origin, value: $0)] })
        #expect(fields.value(of: name) == (name == .cookie ? "a; b; c" : "a, b, c"))
        #expect(fields.value(of: name) == fields[name])
    }
}
