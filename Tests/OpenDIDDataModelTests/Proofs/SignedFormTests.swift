import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("The signed form (OpenDID sheet 2.1, 2.2)")
struct SignedFormTests {
    private func form(_ text: String, _ selection: ProofSelection) throws -> String {
        String(decoding: try SignedDocument(Array(text.utf8)).signedBytes(selection), as: UTF8.self)
    }

    @Test("the signed form of a single proof leaves out only the proof's value")
    func single() throws {
        let text = #"{"z":1,"proof":{"type":"T","proofValue":"m","created":"c","extra":true},"a":"b"}"#
        #expect(try form(text, .proof) == #"{"a":"b","proof":{"created":"c","extra":true,"type":"T"},"z":1}"#)
    }

    @Test("the list of claim signatures is removed from credentials only, and signed in other documents")
    func claimSignatures() throws {
        let proof = #""proof":{"proofValue":"m","proofValueList":["m"]}"#
        #expect(try form("{\(proof)}", .proof) == #"{"proof":{"proofValueList":["m"]}}"#)
        #expect(try form(#"{"credentialSubject":null,\#(proof)}"#, .proof) == #"{"proof":{"proofValueList":["m"]}}"#)
        #expect(try form(#"{"credentialSubject":{},\#(proof)}"#, .proof) == #"{"credentialSubject":{},"proof":{}}"#)
        let listed = #"{"proofs":[{"n":1,"proofValue":"x","proofValueList":[]},{"n":2}]}"#
        #expect(try form(listed, .proofs(0)) == #"{"proof":{"n":1,"proofValueList":[]}}"#)
    }

    @Test(
        "names that look the same to people are two members, on either side of the claims",
        arguments: [
            "\u{e9}", "a\u{e9}", "credentialSubject\u{e9}", "zz\u{e9}",
        ])
    func equivalentNames(name: String) throws {
        let twin = name.replacing("\u{e9}", with: "e\u{301}")
        let members = "\"\(twin)\":1,\"\(name)\":2"
        let text =
            #"{"credentialSubject":{"claims":[{"c":1}],\#(members)},\#(members),"proof":{"proofValue":"x",\#(members)}}"#
        let claim = try form(text, .claim(0))
        #expect(try Array(claim.utf8) == Array(form(text, .proof).utf8))
        #expect(claim.utf8.count == text.utf8.count - #""proofValue":"x","#.utf8.count)
        #expect(
            try SignedDocument(Array(text.utf8)).claimDigests() == [SignedDocument(Array(text.utf8)).digest(.proof)])
    }

    @Test("the signed form of one of several proofs has it as proof, without the others")
    func several() throws {
        let text = #"{"proofs":[{"n":1,"proofValue":"x"},{"n":2,"proofValue":"y"}],"q":{}}"#
        #expect(try form(text, .proofs(0)) == #"{"proof":{"n":1},"q":{}}"#)
        #expect(try form(text, .proofs(1)) == #"{"proof":{"n":2},"q":{}}"#)
    }

    @Test("the signed form of a claim has the credential with that claim alone")
    func claim() throws {
        let text = #"""
            {"proof":{"proofValueList":["a","b"],"k":0},"id":"i","a":[],
             "credentialSubject":{"id":"s","claims":[{"v":2,"c":1},{"c":3}],"b":{"d":null}}}
            """#
        #expect(
            try form(text, .claim(1))
                == #"{"a":[],"credentialSubject":{"b":{},"claims":[{"c":3}],"id":"s"},"id":"i","proof":{"k":0}}"#)
        #expect(
            try form(text, .claim(0))
                == #"{"a":[],"credentialSubject":{"b":{},"claims":[{"c":1,"v":2}],"id":"s"},"id":"i","proof":{"k":0}}"#)
    }

    @Test(
        "a subject with only claims, or with names on either side of them, stays well formed",
        arguments: [
            #"{"claims":[1]}"#, #"{"aa":1,"claims":[1]}"#, #"{"zz":1,"claims":[1]}"#, #"{"aa":1,"claims":[1],"zz":1}"#,
            #"{"clail":1,"claims":[1],"claimsx":1}"#,
        ])
    func frames(subject: String) throws {
        for top in ["", #","aa":1"#, #","zz":1"#, #","aa":1,"zz":2,"credentialSubjeca":0,"credentialSubjects":0"#] {
            let text = #"{"credentialSubject":\#(subject),"proof":{"proofValue":"x"}\#(top)}"#
            // With one claim the form of the claim is the form of the whole.
            #expect(try form(text, .claim(0)) == form(text, .proof))
        }
    }

    @Test("the digests of all claims at once equal those one by one")
    func digests() throws {
        let cast = try Cast()
        for count in 0...5 {
            let document = try SignedDocument(Samples(cast: cast).credential(claims: count))
            let single = try (0..<count).map { try document.digest(.claim($0)) }
            #expect(try document.claimDigests() == single)
        }
    }

    @Test("null members are removed; empty values, null elements and white space inside texts are signed")
    func nothing() throws {
        let text =
            "{ \"n\": null, \"e\": \"\", \"l\": [ ], \"x\": [null, {\"y\": null}], \"f\": false, \"0\": 0, \"t\": \"  a \\n b\", \"proof\": {} }"
        #expect(try form(text, .proof) == #"{"0":0,"e":"","f":false,"l":[],"proof":{},"t":"  a \n b","x":[null,{}]}"#)
    }

    @Test("slashes and Korean are written raw, and escapes are decoded")
    func escapes() throws {
        #expect(try form(#"{"a":"\/\uD64D\uae38\u0009","proof":{}}"#, .proof) == #"{"a":"/홍길\t","proof":{}}"#)
    }

    @Test(
        "a document without canonical form cannot be signed or verified",
        arguments: ["1.5", "1.0", "1e0", "9007199254740993"])
    func fractions(number: String) throws {
        let document = try SignedDocument(Array(#"{"a":{"b":\#(number)},"proof":{}}"#.utf8))
        let failure = #expect(throws: VerificationFailure.self) { try document.signedBytes(.proof) }
        #expect(failure?.code == .malformedDocument && failure?.place == "a.b")
    }

    @Test(
        "a member named twice, and a text that is not an object, are refused at once",
        arguments: [#"{"a":1,"a":1}"#, #"{"b":{"a":1,"a":1}}"#, "[]", "1", "", "{"])
    func unreadable(text: String) {
        #expect(throws: JSONError.self) { try SignedDocument(Array(text.utf8)) }
        #expect(throws: JSONError.self) { try SignedDocument(Array(text.utf8), limits: .standard) }
    }

    @Test("part of a leniently read text is checked again")
    func part() throws {
        let outer = try JSONDocument(Array(#"{"in":{"a":1,"a":2,"proof":{}}}"#.utf8), limits: .standard)
        let part = try #require(outer.root["in"])
        #expect(throws: JSONError.self) { try SignedDocument(part) }
    }

    @Test(
        "the error names proofs that are absent, ambiguous or of the wrong kind",
        arguments: [
            (#"{}"#, VerificationFailure.Code.missingProof), (#"{"proof":null}"#, .missingProof),
            (#"{"proofs":[]}"#, .missingProof),
            (#"{"proof":{},"proofs":[{}]}"#, .ambiguousProof), (#"{"proof":"x"}"#, .malformedProof),
            (#"{"proofs":{}}"#, .malformedProof),
        ])
    func places(text: String, code: VerificationFailure.Code) throws {
        let document = try SignedDocument(Array(text.utf8))
        let failure = #expect(throws: VerificationFailure.self) { try document.proofPlaces() }
        #expect(failure?.code == code)
    }

    @Test(
        "a place that does not exist is a failure and no crash",
        arguments: [
            ProofSelection.proof, .proofs(-1), .proofs(2), .proofs(.max), .claim(0), .claim(-1),
        ])
    func noPlace(selection: ProofSelection) throws {
        let document = try SignedDocument(Array(#"{"proofs":[{},1],"credentialSubject":{"claims":[]}}"#.utf8))
        #expect(throws: VerificationFailure.self) { try document.signedBytes(selection) }
        #expect(throws: VerificationFailure.self) { try document.signature(selection) }
    }
}
