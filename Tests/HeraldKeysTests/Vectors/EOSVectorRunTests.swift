import Foundation
import HeraldJSON
import HeraldVectors
import TestSupport
import Testing

@Suite("EOS kinds of the vector runner")
struct EOSVectorRunTests {
    private static let kinds = ["key", "reject_text", "verify", "sign_deterministic", "login"]

    private func vectors() throws -> [JSONValue] {
        try Self.kinds.flatMap { try EOSVectors.all(kind: $0).map { .object($0.value) } }
    }

    private func run(_ vectors: [JSONValue]) throws -> (code: Int32, lines: [String]) {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("vectors.json")
        try Data(JSONValue.object(["schema": "x/1", "vectors": .array(vectors)]).serialized()).write(to: file)
        var lines: [String] = []
        let code = withExtendedLifetime(folder) {
            VectorRun.run(paths: [file.path], output: { lines.append($0) }, errors: { lines.append($0) })
        }
        return (code, lines)
    }

    @Test("every vector of the five kinds passes, whatever its labels say")
    func all() throws {
        let vectors = try vectors()
        #expect(Set(vectors.compactMap { $0["kind"]?.stringValue }) == Set(Self.kinds))
        for label in [nil, "ok", "bad-checksum"] as [JSONValue?] {
            let relabelled = vectors.map { vector in
                var vector = vector
                if let label { vector["reason"] = label }
                return vector
            }
            #expect(try run(relabelled).lines == ["\(vectors.count) passed, 0 failed, 0 skipped"])
        }
    }

    @Test("a vector with an inverted expectation fails, with its ID and a reason")
    func turned() throws {
        let good = try #require(try vectors().first { $0["wif"]?.stringValue != nil })
        let turned = try vectors().map { vector in
            var vector = vector
            switch vector["kind"]?.stringValue {
            case "key": vector["pvt"] = vector["pub"]
            case "reject_text":
                let texts: [String: JSONValue?] = [
                    "private": good["wif"], "public": good["pub"],
                    "signature": try EOSVectors.all(kind: "verify").first?.value["signature"],
                ]
                vector["text"] = texts[vector["role"]?.stringValue ?? ""] ?? nil
            case "sign_deterministic": vector["retries"] = .int((vector["retries"]?.intValue ?? 0) + 1)
            default: vector["expect"] = .bool(vector["expect"] != true)
            }
            return vector
        }
        let result = try run(turned)
        #expect(result.code == 1 && result.lines.last == "0 passed, \(turned.count) failed, 0 skipped")
        for vector in turned {
            let id = try #require(vector["id"]?.stringValue)
            #expect(result.lines.contains { $0.hasPrefix("FAILED \(id): ") && $0.count > id.count + 10 })
        }
    }

    @Test(
        "the separate results of plain ECDSA and the canonical rule are compared as well",
        arguments: ["plain_ecdsa", "canonical"])
    func sideAnswers(member: String) throws {
        for vector in try vectors() where vector["kind"] == "verify" {
            var changed = vector
            changed[member] = .bool(vector[member] != true)
            #expect(try run([changed]).code == 1)
        }
    }

    @Test("a vector with a missing member or one of another kind, except labels, fails and never traps")
    func missingMembers() throws {
        for vector in try vectors() {
            let object = try #require(vector.objectValue)
            for key in object.keys where !["reason", "kind", "signer", "source", "mykeyUID"].contains(key) {
                var less = vector
                less[key] = nil
                #expect(try run([less]).code == 1, "\(vector["id"]?.stringValue ?? "") without \(key)")
                less[key] = [7]
                #expect(try run([less]).code == 1, "\(vector["id"]?.stringValue ?? "") with an odd \(key)")
            }
        }
    }
}
