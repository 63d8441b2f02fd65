import Foundation
import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Documents of every type come back unchanged")
struct RoundTripTests {
    static let documentsPerType = 100

    /// The canonical form by the value tree alone: none of the coders takes part.
    private static func canonical(_ tree: JSONValue) throws -> [UInt8] { try withoutNulls(tree).canonicalBytes() }

    private static func withoutNulls(_ tree: JSONValue) -> JSONValue {
        switch tree {
        case .object(let object): .object(object.filter { !$0.value.isNull }.mapValues(withoutNulls))
        case .array(let elements): .array(elements.map(withoutNulls))
        default: tree
        }
    }

    private static func turned<T: ModelObject>(_ type: T.Type, _ bytes: [UInt8]) throws -> [UInt8] {
        let value = try T(jsonBytes: bytes)
        let canonical = try value.canonicalBytes()
        let again = try T(jsonBytes: canonical)
        #expect(again == value)
        #expect(try again.canonicalBytes() == canonical)
        let pretty = try T(jsonBytes: JSONModelEncoder().prettyBytes(value))
        #expect(pretty == again)
        #expect(pretty.hashValue == again.hashValue)
        return canonical
    }

    @Test(
        "decoding and canonical encoding gives the input's canonical bytes", arguments: Catalogue.objects.indices)
    func roundTrip(index: Int) throws {
        let entry = Catalogue.objects[index]
        var generator = DocumentGenerator(seed: UInt64(index) &* 7919 &+ 3)
        for number in 0..<Self.documentsPerType {
            let tree = generator.object(entry.schema)
            let bytes = ScrambledWriter.bytes(tree, seed: UInt64(number))
            let expected = try Self.canonical(tree)
            let found = try Self.turned(entry.type, bytes)
            guard found == expected else {
                Issue.record(
                    """
                    \(entry.name), document \(number): expected \(String(decoding: expected, as: UTF8.self)), \
                    found \(String(decoding: found, as: UTF8.self))
                    """)
                return
            }
        }
    }

    @Test("Foundation's coders read and write the declared members too", arguments: Catalogue.objects.indices)
    func foundation(index: Int) throws {
        func turn<T: ModelObject>(_ type: T.Type, _ bytes: [UInt8]) throws -> [UInt8] {
            let value = try JSONDecoder().decode(T.self, from: Data(bytes))
            #expect(try T(jsonBytes: bytes) == value)
            return [UInt8](try JSONEncoder().encode(value))
        }
        let entry = Catalogue.objects[index]
        let tree = DocumentGenerator.sample(entry.schema)
        #expect(try JSONValue(parsing: turn(entry.type, tree.serialized())) == tree, "\(entry.name)")
    }

    @Test("an absent member and one with its default value give different documents")
    func defaults() throws {
        let absent = #"{"caption":"c","code":"a.b","format":"plain","type":"text","value":"v"}"#
        let written =
            #"{"caption":"c","code":"a.b","format":"plain","hideValue":false,"location":"inline","type":"text","value":"v"}"#
        for text in [absent, written] { #expect(try VerifiableCredential.Claim(from: text).toJson() == text) }
        #expect(try VerifiableCredential.Claim(from: absent) != VerifiableCredential.Claim(from: written))

        let open = #"{"mode":"Direct","type":"VerifyOffer"}"#
        let unlocked = #"{"locked":false,"mode":"Direct","type":"VerifyOffer"}"#
        for text in [open, unlocked] {
            let offer = try VerifyOfferPayload(from: text)
            #expect(try offer.toJson() == text)
            #expect(!offer.locked)
        }
    }

    @Test("a one-element list of proofs stays a list")
    func proofs() throws {
        let proof = try Sample.proof.toJson()
        let text = #"{"issuerNonce":"mAA","proofs":["# + proof + #"],"vcId":"1"}"#
        let request = try ReqRevokeVc(from: text)
        #expect(try request.toJson() == text)
        #expect(request.allProofs.count == 1)
    }

    @Test("unknown members can be read, changed and added")
    func unknownMembers() throws {
        var provider = try Provider(
            from: #"{"certVcRef":"r","did":"d","more":{"deep":[1,null,{"n":null}]},"none":null}"#)
        #expect(provider.unknownMembers.members["more"]?["deep"]?.arrayValue?.first == .int(1))
        #expect(provider.unknownMembers.members["more"]?["deep"] == [1, nil, [:]])
        #expect(provider.unknownMembers.members["none"] == nil)
        #expect(try Provider(jsonBytes: provider.canonicalBytes()) == provider)
        provider.unknownMembers.members["did"] = .string("other")
        provider.unknownMembers.members["added"] = .bool(false)
        #expect(try provider.toJson() == #"{"added":false,"certVcRef":"r","did":"d","more":{"deep":[1,null,{}]}}"#)
    }

    @Test("a plan is read under the original names and written under the servers'")
    func planNames() throws {
        let rest = #"""
            "credentialSchema":{"id":"s","type":"OsdSchemaCredential"},"description":"d","manager":"m","name":"n",
            "option":{"allowIssuerInit":true,"allowUserInit":true,"delegatedIssuance":false},"vcPlanId":"p"}
            """#
        let original = try VCPlan(from: #"{"delegate":"x","url":"u","# + rest)
        let server = try VCPlan(from: #"{"delegator":"x","ref":"u","# + rest)
        #expect(original == server)
        #expect(original.url == "u" && original.delegate == "x")
        let written = try JSONValue(parsing: original.canonicalBytes())
        #expect(written["ref"] == .string("u") && written["delegator"] == .string("x"))
        #expect(written["url"] == nil && written["delegate"] == nil)

        let both = try VCPlan(from: #"{"ref":"u","url":"other","# + rest)
        #expect(both.url == "u")
        #expect(both.unknownMembers.members["url"] == .string("other"))
    }

    @Test("an issued credential is read bare and wrapped")
    func issued() throws {
        let credential = Sample.verifiableCredential
        #expect(try CredInfo(issuedBytes: credential.canonicalBytes()) == CredInfo(vc: credential))
        let wrapped = CredInfo(vc: credential, credential: ZKPObject())
        #expect(try CredInfo(issuedBytes: wrapped.canonicalBytes()) == wrapped)
        let error = #expect(throws: JSONError.self) { try CredInfo(issuedBytes: Array(#"{"vc":{}}"#.utf8)) }
        #expect(error?.path == "vc.@context")
        #expect(throws: JSONError.self) { try CredInfo(issuedBytes: Array("[]".utf8)) }
    }
}
