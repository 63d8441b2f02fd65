import HeraldJSON
import Testing

@Suite("JSONReader")
struct JSONReaderTests {
    private func reader(_ text: String) throws -> JSONReader { try JSONReader(JSONValue(parsing: text)) }

    @Test("members of each kind are read")
    func kinds() throws {
        let reader = try reader(
            #"{"s":"x","i":5,"d":1.5,"b":true,"a":[1],"o":{"p":"q"},"l":["m","n"],"n":null,"os":[{"k":1},{"k":2}]}"#)
        #expect(try reader.string("s") == "x")
        #expect(try reader.int("i") == 5)
        #expect(try reader.double("d") == 1.5)
        #expect(try reader.double("i") == 5)
        #expect(try reader.bool("b"))
        #expect(try reader.array("a") == [1])
        #expect(try reader.object("o").string("p") == "q")
        #expect(try reader.strings("l") == ["m", "n"])
        #expect(try reader.value("n") == .null)
        #expect(try reader.objects("os").map { try $0.int("k") } == [1, 2])
    }

    @Test("an optional member may be absent or null")
    func optional() throws {
        let reader = try reader(#"{"n":null}"#)
        for key in ["n", "missing"] {
            #expect(try reader.optionalString(key) == nil)
            #expect(try reader.optionalInt(key) == nil)
            #expect(try reader.optionalDouble(key) == nil)
            #expect(try reader.optionalBool(key) == nil)
            #expect(try reader.optionalArray(key) == nil)
            #expect(try reader.optionalObject(key) == nil)
            #expect(try reader.optionalStrings(key) == nil)
            #expect(try reader.optionalObjects(key) == nil)
            #expect(reader.optionalValue(key) == nil)
        }
    }

    @Test("an absent member is named with its whole path")
    func missing() throws {
        let inner = try reader(#"{"identifier":{}}"#).object("identifier")
        let error = #expect(throws: JSONError.self) { try inner.string("did") }
        #expect(error?.code == .missingMember)
        #expect(error?.path == "identifier.did")
        #expect(error?.description == "JSON missing_member at identifier.did: this member is required and absent")
    }

    @Test("a member of another kind is refused, in the optional form too")
    func wrongKind() throws {
        let reader = try reader(#"{"s":1,"l":["a",2],"o":[{},3],"n":null}"#)
        #expect(throws: JSONError(.wrongKind, path: "s", reason: "a string was expected, but this is a number")) {
            try reader.string("s")
        }
        #expect(throws: JSONError(.wrongKind, path: "s", reason: "a string was expected, but this is a number")) {
            try reader.optionalString("s")
        }
        #expect(throws: JSONError(.wrongKind, path: "l[1]", reason: "a string was expected, but this is a number")) {
            try reader.strings("l")
        }
        #expect(throws: JSONError(.wrongKind, path: "o[1]", reason: "an object was expected, but this is a number")) {
            try reader.objects("o")
        }
        #expect(throws: JSONError(.wrongKind, path: "n", reason: "a boolean was expected, but this is null")) {
            try reader.bool("n")
        }
        #expect(throws: JSONError.self) { try JSONReader([1], path: "body") }
    }

    @Test(
        "a number that is not a 64-bit integer is out of range for an integer",
        arguments: ["1.5", "1.0", "1e3", "9223372036854775808"])
    func outOfRange(number: String) throws {
        let reader = try reader(#"{"n":\#(number)}"#)
        let error = #expect(throws: JSONError.self) { try reader.int("n") }
        #expect(error?.code == .outOfRange)
        #expect(throws: Never.self) { try reader.double("n") }
    }
}
