import HeraldJSON
import Testing

@Suite("Hostile input")
struct HostileInputTests {
    @Test(
        "a mutated text of a model gives a typed error, or a value that is written back unchanged",
        arguments: UInt64(71)...78)
    func mutations(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        let decoder = JSONModelDecoder(), encoder = JSONModelEncoder()
        let seedText = Array(Credential.text.utf8)
        var accepted = 0, refused = 0
        for _ in 0..<1_000 {
            let bytes = random.mutated(seedText)
            let decoded = Result { () throws(JSONError) in try decoder.decode(Credential.self, from: bytes) }
            switch decoded {
            case .success(let model):
                accepted += 1
                // Unknown members may hold numbers that have no canonical form.
                guard let canonical = try? JSONDocument(bytes).root.canonicalBytes(omittingNulls: true) else {
                    continue
                }
                let again = try encoder.canonicalBytes(model)
                #expect(again == canonical, "\(String(decoding: bytes, as: UTF8.self))")
            case .failure(let error):
                refused += 1
                #expect((0...bytes.count).contains(error.offset ?? -1))
                #expect(!error.reason.isEmpty)
            }
        }
        #expect(accepted > 50 && refused > 100, "\(accepted) accepted, \(refused) refused")
    }

    @Test("random documents as models of every shape give a value or a typed error", arguments: UInt64(81)...84)
    func anyDocument(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        let decoder = JSONModelDecoder()
        for _ in 0..<500 {
            let bytes = random.next()
            _ = Result { () throws(JSONError) in try decoder.decode(Credential.self, from: bytes) }
            _ = Result { () throws(JSONError) in try decoder.decode([String: [Int]].self, from: bytes) }
            _ = Result { () throws(JSONError) in try decoder.decode([Scalars?].self, from: bytes) }
            _ = Result { () throws(JSONError) in try decoder.decode(Chain.self, from: bytes) }
            if let tree = try? decoder.decode(JSONValue.self, from: bytes) {
                #expect(try JSONValue(parsing: bytes) == tree)
            }
        }
    }

    @Test("an object of very many members is read in linear time")
    func wide() throws {
        let members = (0..<50_000).map { #""\#(($0 &* 7919) % 1_000_003)":\#($0)"# }
        let bytes = Array("{\"id\":\"i\",\(members.joined(separator: ","))}".utf8)
        let start = ContinuousClock.now
        let issuer = try JSONModelDecoder().decode(Credential.Issuer.self, from: bytes)
        #expect(issuer.unknownMembers.members.count == 50_000)
        let numbers = try JSONModelDecoder().decode([String: JSONValue].self, from: bytes)
        #expect(numbers.count == 50_001)
        let canonical = try JSONModelEncoder().canonicalBytes(issuer)
        #expect(try canonical == JSONDocument(bytes).root.canonicalBytes())
        #expect(ContinuousClock.now - start < .seconds(60), "the square of the size would take many minutes")
    }

    @Test("elements that are tried as one type after the other are read in linear time")
    func alternatives() throws {
        struct Either: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                guard (try? container.decode(Credential.Status.self)) == nil,
                    (try? container.decode(Credential.Issuer.self)) == nil
                else { return }
                _ = try container.decode(Int.self)
            }
        }
        let text = "[" + repeatElement("1", count: 30_000).joined(separator: ",") + "]"
        let start = ContinuousClock.now
        #expect(try JSONModelDecoder().decode([Either].self, text: text).count == 30_000)
        #expect(ContinuousClock.now - start < .seconds(60), "the square of the number would take many minutes")
    }
}
