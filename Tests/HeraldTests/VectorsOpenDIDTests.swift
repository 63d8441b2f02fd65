import Foundation
import HeraldJSON
import TestSupport
import Testing

@Suite("herald vectors, the kinds of OpenDID")
struct VectorsOpenDIDTests {
    private func vectors() throws -> [JSONReader] {
        let file = VectorFiles.file("opendid.json")
        return try JSONReader(JSONValue(parsing: [UInt8](Data(contentsOf: file)))).objects("vectors")
    }

    private func run(_ vectors: [JSONValue]) async throws -> Program.Result {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("vectors.json")
        let text = JSONValue.object(["schema": "x", "vectors": .array(vectors)]).serialized()
        try Data(text).write(to: file)
        return try await Program.run(["vectors", file.path])
    }

    /// One of each kind and choice of signature.
    private func samples() throws -> [JSONValue] {
        var seen: Set<String> = []
        return try vectors().filter { vector in
            let select = try vector.optionalObject("select")?.string("kind") ?? ""
            return try seen.insert(vector.string("kind") + select).inserted
        }.map { .object($0.value) }
    }

    @Test("labels for people decide nothing")
    func labels() async throws {
        let relabelled = try vectors().map { vector in
            var tree = JSONValue.object(vector.value)
            tree["reason"] = "whole credential"
            return tree
        }
        let result = try await run(relabelled)
        #expect(result.status == 0)
    }

    @Test("every vector fails if its expectation is inverted")
    func turned() async throws {
        let turned = try vectors().map { vector in
            var tree = JSONValue.object(vector.value)
            switch try vector.string("kind") {
            case "opendid_verify": tree["expect"] = .bool(try !vector.bool("expect"))
            case "opendid_wallet_token": tree["result_nonce"] = .string(try vector.string("result_nonce") + "0")
            case "opendid_session_key": tree["client_nonce_hex"] = .string(try vector.string("server_nonce_hex"))
            default: tree["plaintext_utf8"] = .string(try vector.string("plaintext_utf8") + " ")
            }
            return tree
        }
        let result = try await run(turned)
        #expect(result.status == 1)
        #expect(result.lines.last == "0 passed, \(turned.count) failed, 0 skipped")
    }

    @Test("a vector with another hash fails, even if its signature is expected to be invalid")
    func hashes() async throws {
        let changed = try vectors().filter { try $0.string("kind") == "opendid_verify" && !$0.bool("expect") }.map {
            vector in
            var tree = JSONValue.object(vector.value)
            tree["canonical_sha256"] = .string(String(repeating: "00", count: 32))
            return tree
        }
        let result = try await run(changed)
        #expect(!changed.isEmpty && result.lines.last == "0 passed, \(changed.count) failed, 0 skipped")
    }

    @Test("a vector without one of its members fails with a reason, except for labels")
    func missing() async throws {
        let reduced = try samples().flatMap { sample in
            (sample.objectValue?.keys.filter { $0 != "reason" } ?? []).map { key in
                var less = sample
                less[key] = nil
                return less
            }
        }
        let result = try await run(reduced)
        #expect(result.lines.last == "0 passed, \(reduced.count) failed, 0 skipped")
    }

    @Test("members that are malformed make a vector fail and never end the program")
    func malformed() async throws {
        let values: [JSONValue] = [.null, 7, "", "zz", [], [:], "00", .string(String(repeating: "f", count: 64)), 1.5]
        let changed = try samples().flatMap { sample in
            (sample.objectValue?.keys.filter { !["reason", "id", "kind"].contains($0) } ?? []).flatMap { key in
                values.map { value in
                    var other = sample
                    other[key] = value
                    return other
                }
            }
        }
        let result = try await run(changed)
        #expect(result.status == 1)
        #expect(result.lines.last == "0 passed, \(changed.count) failed, 0 skipped")
    }
}
