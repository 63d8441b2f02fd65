import Foundation
import HeraldJSON
import HeraldVectors
import TestSupport
import Testing

@Suite("The vector runner")
struct VectorRunTests {
    private struct Run {
        let code: Int32
        let lines: [String]
        let errors: [String]
    }

    private func run(_ paths: [String], form: VectorRun.Form = .lines) -> Run {
        var lines: [String] = [], errors: [String] = []
        let code = VectorRun.run(paths: paths, form: form, output: { lines.append($0) }, errors: { errors.append($0) })
        return Run(code: code, lines: lines, errors: errors)
    }

    private func run(vectors: [JSONValue], form: VectorRun.Form = .lines) throws -> Run {
        try run(text: JSONValue.object(["schema": "x/1", "vectors": .array(vectors)]).serialized(), form: form)
    }

    private func run(text: [UInt8], form: VectorRun.Form = .lines) throws -> Run {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("vectors.json")
        try Data(text).write(to: file)
        return withExtendedLifetime(folder) { run([file.path], form: form) }
    }

    private static let keyKinds = ["address", "checksum", "keccak256", "personal_sign", "recover"]

    private func vectors() throws -> [JSONValue] {
        try Self.keyKinds.flatMap { try VectorFiles.vectors("ethereum.json", kind: $0).map { .object($0.value) } }
    }

    @Test("every vector of a file passes, and none is skipped", arguments: ["ethereum.json", "eos.json"])
    func whole(file: String) throws {
        let path = VectorFiles.file(file)
        let count = try JSONReader(JSONValue(parsing: [UInt8](Data(contentsOf: path)))).objects("vectors").count
        #expect(count > 0)
        let result = run([path.path])
        #expect(result.code == 0 && result.errors.isEmpty)
        #expect(result.lines == ["\(count) passed, 0 failed, 0 skipped"])
    }

    @Test("labels for people have no effect")
    func labels() throws {
        let relabelled = try vectors().map { vector in
            var vector = vector
            vector["reason"] = "ok"
            vector["eth_account_says"] = true
            return vector
        }
        #expect(try run(vectors: relabelled).code == 0)
    }

    @Test("a vector with an inverted expectation fails, with its ID and a reason")
    func turned() throws {
        let turned: [JSONValue] = try vectors().compactMap { vector in
            var vector = vector
            switch vector["kind"]?.stringValue {
            case "recover": vector["expect"] = .bool(vector["expect"] != true)
            case "checksum": vector["acceptable"] = .bool(vector["acceptable"] != true)
            case "keccak256": vector["digest"] = .string(String(repeating: "00", count: 32))
            case "address": vector["address_lower"] = .string("0x" + String(repeating: "1", count: 40))
            default: vector["v"] = .int(55 - (vector["v"]?.intValue ?? 0))
            }
            return vector
        }
        let result = try run(vectors: turned)
        #expect(result.code == 1)
        #expect(result.lines.last == "0 passed, \(turned.count) failed, 0 skipped")
        for vector in turned {
            let id = try #require(vector["id"]?.stringValue)
            #expect(result.lines.contains { $0.hasPrefix("FAILED \(id): ") && $0.count > id.count + 10 })
        }
    }

    @Test("a vector with a missing member, except labels, fails and never traps")
    func missingMembers() throws {
        for vector in try vectors() {
            let object = try #require(vector.objectValue)
            for key in object.keys where !["reason", "eth_account_says", "kind", "message_text"].contains(key) {
                var less = vector
                less[key] = nil
                #expect(try run(vectors: [less]).code == 1, "\(vector["id"]?.stringValue ?? "") without \(key)")
            }
        }
    }

    @Test("members of another kind and odd entries fail with a reason")
    func malformed() throws {
        var wrongKind = try #require(try vectors().first)
        wrongKind["private_key"] = 5
        let odd: [JSONValue] = [
            wrongKind, 7, .null, ["id": "no-kind"], ["kind": "recover"], ["id": "bare", "kind": "recover"],
            ["id": "hex", "kind": "keccak256", "input_hex": "zz", "digest": "00"],
            [
                "id": "key", "kind": "address", "private_key": "0x00", "address": "", "address_lower": "",
                "public_key_uncompressed": "",
            ],
        ]
        let result = try run(vectors: odd)
        #expect(result.code == 1)
        #expect(result.lines.last == "0 passed, 8 failed, 0 skipped")
        #expect(result.lines.contains { $0.hasPrefix("FAILED vector number 2: ") })
    }

    @Test("a kind that is not supported is skipped and named")
    func skipped() throws {
        let result = try run(vectors: [
            ["id": "a", "kind": "from_the_future"], ["id": "b", "kind": "from_the_future"],
        ])
        #expect(result.code == 0)
        #expect(result.lines == ["skipped, kind not supported: from_the_future 2", "0 passed, 0 failed, 2 skipped"])
    }

    @Test("a file that is missing, not JSON or not a vector file gives exit code 2 and a line that names it")
    func unreadable() throws {
        let absent = run(["/nowhere/at-all.json"])
        #expect(absent.code == 2 && absent.errors.count == 1)
        #expect(absent.errors.first?.contains("/nowhere/at-all.json") == true)
        #expect(absent.lines.last == "0 passed, 0 failed, 0 skipped")
        for text in ["", "{", "[]", "{}", #"{"vectors":{}}"#] {
            let result = try run(text: Array(text.utf8))
            #expect(result.code == 2 && result.errors.count == 1, "\(text)")
        }
        #expect(run([]).code == 2)
    }

    @Test("the JSON form has one object per vector and a matching summary")
    func jsonForm() throws {
        let result = run([VectorFiles.file("ethereum.json").path], form: .json)
        let objects = try result.lines.map { try JSONReader(JSONValue(parsing: $0)) }
        let summary = try #require(objects.last)
        for (outcome, count) in [
            ("passed", try summary.int("passed")), ("failed", try summary.int("failed")),
            ("skipped", try summary.int("skipped")),
        ] {
            #expect(try objects.dropLast().filter { try $0.string("outcome") == outcome }.count == count)
        }
        #expect(try objects.dropLast().allSatisfy { try !$0.string("id").isEmpty && !$0.string("kind").isEmpty })
    }
}
