import HeraldJSON
import Testing

@Suite("Errors of decoding a model")
struct DecodingErrorTests {
    private func refusal<T: Decodable>(_ type: T.Type, _ text: String) -> JSONError? {
        #expect(throws: JSONError.self) { try JSONModelDecoder().decode(type, text: text) }
    }

    private static func credential(_ part: String, _ replacement: String) -> String {
        Credential.text.replacing(part, with: replacement)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let part: String
        let replacement: String
        let code: JSONError.Code
        let path: String
        let reason: String
        var testDescription: String { "\(path): \(reason)" }
    }

    static let cases = [
        Case(
            part: #""id":"1","#, replacement: "", code: .missingMember, path: "id",
            reason: "a string was expected, the member is absent"),
        Case(
            part: #""id":"1""#, replacement: #""id":1"#, code: .wrongKind, path: "id",
            reason: "a string was expected, but this is a number"),
        Case(
            part: #""id":"1""#, replacement: #""id":null"#, code: .wrongKind, path: "id",
            reason: "a string was expected, but this is null"),
        Case(
            part: #""id":"did:omn:issuer""#, replacement: #""name":"n""#, code: .missingMember, path: "issuer.id",
            reason: "a string was expected, the member is absent"),
        Case(
            part: #"{"id":"did:omn:issuer"}"#, replacement: #""did:omn:issuer""#, code: .wrongKind, path: "issuer",
            reason: "an object was expected, but this is a string"),
        Case(
            part: #""hideValue":false"#, replacement: #""hideValue":"false""#, code: .wrongKind,
            path: "claims[0].hideValue",
            reason: "a boolean was expected, but this is a string"),
        Case(
            part: #""code":"c3""#, replacement: #""code":{}"#, code: .wrongKind, path: "claims[1].code",
            reason: "a string was expected, but this is an object"),
        Case(
            part: #""code":"c1""#, replacement: #""code":[]"#, code: .wrongKind, path: "byName.x.code",
            reason: "a string was expected, but this is an array"),
        Case(
            part: #"["a","b"]"#, replacement: #"["a",7]"#, code: .wrongKind, path: "@context[1]",
            reason: "a string was expected, but this is a number"),
        Case(
            part: #"["a","b"]"#, replacement: #""a""#, code: .wrongKind, path: "@context",
            reason: "an array was expected, but this is a string"),
        Case(
            part: #""active""#, replacement: #""Active""#, code: .invalidValue, path: "status",
            reason: #"one of "active", "revoked" was expected, but this is "Active""#),
        Case(
            part: #""active""#, replacement: "3", code: .wrongKind, path: "status",
            reason: "a string was expected, but this is a number"),
        Case(
            part: #""version":1"#, replacement: #""version":"1""#, code: .wrongKind, path: "version",
            reason: "a whole number was expected, but this is a string"),
        Case(
            part: #""version":1"#, replacement: #""version":1.0"#, code: .outOfRange, path: "version",
            reason: "a whole number from \(Int.min) to \(Int.max) was expected, but this is 1.0"),
        Case(
            part: #""version":1"#, replacement: #""version":1e0"#, code: .outOfRange, path: "version",
            reason: "a whole number from \(Int.min) to \(Int.max) was expected, but this is 1e0"),
        Case(
            part: #""version":1"#, replacement: #""version":9223372036854775808"#, code: .outOfRange, path: "version",
            reason: "a whole number from \(Int.min) to \(Int.max) was expected, but this is 9223372036854775808"),
        Case(
            part: #""version":1"#, replacement: #""version":1,"version":2"#, code: .duplicateMember, path: "version",
            reason: "the object has this member twice"),
    ]

    @Test("an error names the path, what was expected and what was found", arguments: cases)
    func text(_ row: Case) throws {
        let text = Self.credential(row.part, row.replacement)
        #expect(text != Credential.text)
        let error = try #require(refusal(Credential.self, text))
        #expect(error.code == row.code)
        #expect(error.path == row.path)
        #expect(error.reason == row.reason)
        let offset = try #require(error.offset)
        #expect((0..<text.utf8.count).contains(offset))
    }

    @Test("an integer outside its type's range is refused")
    func range() throws {
        func check<I: FixedWidthInteger & Decodable>(_ type: I.Type, _ text: String) {
            let found = refusal(type, text)
            #expect(found?.code == .outOfRange)
            #expect(found?.reason == "a whole number from \(I.min) to \(I.max) was expected, but this is \(text)")
        }
        check(Int8.self, "128")
        check(Int8.self, "-129")
        check(UInt.self, "-1")
        check(UInt16.self, "65536")
        check(UInt64.self, "18446744073709551616")
        check(Int64.self, "-9223372036854775809")
    }

    @Test("minus zero is zero")
    func minusZero() throws { #expect(try JSONModelDecoder().decode([Int].self, text: "[-0]") == [0]) }

    @Test(
        "an error of a type with secret text does not contain the text",
        arguments: [
            (#""1234-hunter2""#, ""), (#"["1234-hunter2"]"#, "[0]"), (#"{"pin":"1234-hunter2"}"#, "pin"),
        ])
    func secret(text: String, path: String) throws {
        struct PIN: Decodable {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                guard text.utf8.count == 4 else { throw JSONError(.invalidValue, reason: "a PIN has four digits") }
            }
        }
        let error =
            switch text.first {
            case "[": refusal([PIN].self, text)
            case "{": refusal([String: PIN].self, text)
            default: refusal(PIN.self, text)
            }
        #expect(error?.code == .invalidValue && error?.path == path && error?.reason == "a PIN has four digits")
        #expect(error.map { !"\($0)".contains("hunter2") } == true)
    }

    @Test("a value that a type refuses is quoted up to 64 characters")
    func cut() throws {
        let long = String(repeating: "é", count: 100)
        let reason = try #require(refusal([Credential.Status].self, #"["\#(long)"]"#)).reason
        #expect(reason == "one of \"active\", \"revoked\" was expected, but this is \"\(long.prefix(64))…\"")
    }

    @Test("a type's own error keeps its path")
    func ownErrors() throws {
        struct Corrupt: Decodable {
            enum Keys: String, CodingKey { case inner }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                throw DecodingError.dataCorruptedError(forKey: .inner, in: container, debugDescription: "not a date")
            }
        }
        struct Single: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorruptedError(
                    in: try decoder.singleValueContainer(), debugDescription: "not a date")
            }
        }
        struct Own: Decodable {
            init(from decoder: any Decoder) throws {
                throw JSONError(.invalidValue, path: "part", reason: "the secret is too short")
            }
        }
        struct Foreign: Decodable {
            struct Sad: Error, CustomStringConvertible { let description = "sad" }
            init(from decoder: any Decoder) throws { throw Sad() }
        }
        struct Missing: Decodable {
            enum Keys: String, CodingKey { case absent }
            init(from decoder: any Decoder) throws {
                let path = decoder.codingPath
                throw DecodingError.keyNotFound(Keys.absent, .init(codingPath: path, debugDescription: ""))
            }
        }
        let corrupt = try #require(refusal([Corrupt].self, #"[{"inner":"2024"}]"#))
        #expect(corrupt.code == .invalidValue)
        #expect(corrupt.path == "[0].inner")
        #expect(corrupt.reason == #"this is "2024": not a date"#)
        let single = try #require(refusal([String: Single].self, #"{"k":"2024"}"#))
        #expect(single.path == "k")
        #expect(single.reason == #"a valid Single was expected, but this is "2024": not a date"#)
        let own = try #require(refusal([Own].self, #"["hush"]"#))
        #expect(own.path == "[0].part")
        #expect(own.reason == "the secret is too short")
        #expect(own.offset == 1)
        let foreign = try #require(refusal([Foreign].self, "[1]"))
        #expect(foreign.code == .invalidValue)
        #expect(foreign.reason == "a valid Foreign was expected, but this is 1: sad")
        let missing = try #require(refusal([Missing].self, "[{}]"))
        #expect(missing.code == .missingMember)
        #expect(missing.path == "[0].absent")
    }

    @Test("the error of an array that is too short says so")
    func pastEnd() throws {
        struct Pair: Decodable {
            var left: Int, right: Int
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                left = try container.decode(Int.self)
                right = try container.decode(Int.self)
            }
        }
        let error = try #require(refusal([Pair].self, "[[1]]"))
        #expect(error.code == .missingMember)
        #expect(error.path == "[0][1]")
        #expect(error.reason == "a whole number was expected, but the array ends")
    }

    @Test("errors of size and grammar are the reader's own")
    func reader() {
        #expect(refusal(Int.self, "[1")?.code == .syntax)
        #expect(refusal(Int.self, "")?.code == .syntax)
        let large = [UInt8](repeating: 0x20, count: (16 << 20) + 1)
        let tooLarge = #expect(throws: JSONError.self) { try JSONModelDecoder().decode(Int.self, from: large) }
        #expect(tooLarge?.code == .tooLarge)
    }

    @Test("a name written twice is refused at every place, however long the object")
    func duplicates() throws {
        for count in [2, 23, 24, 25, 300] {
            var names = (0..<count).map { "\"n\(($0 &* 7919) % 1009)\":\($0)" }
            names.append("\"n\(7919 % 1009)\":0")
            let text = "{\"outer\":[{" + names.joined(separator: ",") + "}]}"
            let found = try #require(refusal(JSONValue.self, text))
            #expect(found.code == .duplicateMember)
            #expect(found.path == "outer[0].n\(7919 % 1009)")
            let view = try JSONDocument(Array(text.utf8)).root
            #expect(throws: JSONError.self) { try JSONModelDecoder().decode(JSONValue.self, from: view) }
            let lenient = try JSONModelDecoder(limits: .standard).decode([String: [[String: Int]]].self, from: view)
            #expect(lenient["outer"]?.first?["n\(7919 % 1009)"] == 0)
        }
        #expect(refusal([String: Int].self, #"{"a":1,"\u0061":2}"#)?.code == .duplicateMember)
    }
}
