import OpenDID_DataModel
import Testing

@Suite("DIDs and DID URLs")
struct DIDTextTests {
    @Test(
        "a DID has a method and an id",
        arguments: [
            ("did:omn:issuer", "omn", "issuer"), ("did:omn:a:b", "omn", "a:b"), ("did:omn::b", "omn", ":b"),
            ("did:0a:A.b_c%-9", "0a", "A.b_c%-9"),
        ])
    func wellFormed(text: String, method: String, id: String) throws {
        let did = try DID(text)
        #expect(did.method == method)
        #expect(did.methodSpecificId == id)
        #expect("\(did)" == text)
    }

    @Test(
        "a text that is not a DID is refused",
        arguments: [
            "", "did", "did:", "did:omn", "did:omn:", "did::x", "did:Omn:x", "DID:omn:x", "did:omn:x:", "did:omn:a b",
            "did:omn:a/b",
            "did:omn:é",
            "did:omn:a#b", "did:omn:a?b", " did:omn:a", "did:o-n:a", "did::", "did:omn::", "dad:omn:a",
        ])
    func malformed(text: String) {
        let error = #expect(throws: DataModelError.self) { try DID(text) }
        #expect(error?.code == .did)
    }

    @Test("a wallet's DID is base58 of twenty random bytes")
    func made() throws {
        #expect(try DID(randomBytes: [UInt8](repeating: 0, count: 20)).text == "did:omn:11111111111111111111")
        let did = try DID(method: "omn:dev", randomBytes: [UInt8](repeating: 0xFF, count: 20))
        #expect(did.text.hasPrefix("did:omn:dev:"))
        #expect((27...28).contains(did.text.utf8.count - 12))
        #expect(throws: DataModelError.self) { try DID(randomBytes: [UInt8](repeating: 1, count: 19)) }
        for method in ["", "OMN", "a-b", String(repeating: "a", count: 21), ":"] {
            #expect(throws: DataModelError.self) {
                try DID(method: method, randomBytes: [UInt8](repeating: 1, count: 20))
            }
        }
    }

    @Test(
        "a DID URL is read and printed",
        arguments: [
            "did:omn:issuer", "did:omn:issuer?versionId=1", "did:omn:issuer#assert",
            "did:omn:issuer?versionId=12#assert",
            "did:omn:issuer?service=x", "did:omn:issuer?versionId=1&service=x&credential=y#k",
        ])
    func urls(text: String) throws {
        #expect(try DIDURL(text).description == text)
    }

    @Test("a DID URL has its parts")
    func parts() throws {
        let url = try DIDURL("did:omn:issuer?credential=c&versionId=3#assert")
        #expect(url == DIDURL(did: "did:omn:issuer", versionId: "3", credential: "c", keyId: "assert"))
        #expect(try DIDURL("did:omn:tas#keyagree").versionId == nil)
        #expect(DIDURL(key: "pin", of: Sample.didDocument).description == "1f0b?versionId=1#pin")
    }

    @Test(
        "a text that is not a DID URL is refused",
        arguments: [
            "", "did:omn", "did:omn:a?", "did:omn:a#", "did:omn:a?versionId=#k", "did:omn:a?versionId=0#k",
            "did:omn:a?versionId=01#k",
            "did:omn:a?versionId=1&versionId=2", "did:omn:a?other=1", "did:omn:a?versionId", "did:omn:a?versionId=1&#k",
            "did:omn:a/path#k", "did:omn:a#\u{301}k", "did:omn:a?\u{301}versionId=1#k", "did:omn:a?versionId=1#",
        ])
    func malformedURLs(text: String) {
        #expect(throws: DataModelError.self) { try DIDURL(text) }
    }

    @Test("an error names its code and place")
    func errors() {
        #expect("\(DataModelError(.didURL, reason: "why"))" == "data model did_url: why")
        #expect("\(DataModelError(.missing, field: "proof", reason: "why"))" == "data model missing at proof: why")
    }
}
