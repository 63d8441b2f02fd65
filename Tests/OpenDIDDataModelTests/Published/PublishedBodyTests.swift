import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Bodies that upstream publishes")
struct PublishedBodyTests {
    private static func turned<T: ModelObject>(_ type: T.Type, _ bytes: [UInt8]) throws(JSONError) -> [UInt8] {
        try T(jsonBytes: bytes).canonicalBytes()
    }

    @Test("a published body is decoded and written back equal", arguments: PublishedBody.all)
    func roundTrip(body: PublishedBody) throws {
        let tree = try JSONValue(parsing: Array(body.text.utf8))
        #expect(try JSONValue(parsing: Self.turned(body.type, Array(body.text.utf8))) == tree)
    }

    @Test("members that upstream adds later are preserved and written back", arguments: PublishedBody.all)
    func unknownMembers(body: PublishedBody) throws {
        var object = try #require(JSONValue(parsing: Array(body.text.utf8)).objectValue)
        object["addedLater"] = ["deep": [1, "two"]]
        let tree = JSONValue.object(object)
        #expect(try JSONValue(parsing: Self.turned(body.type, tree.serialized())) == tree)
    }

    @Test(
        "a published body without a required member is refused with the member's path",
        arguments: PublishedBody.all)
    func missing(body: PublishedBody) throws {
        let tree = try JSONValue(parsing: Array(body.text.utf8))
        let places = try Place.all(of: SchemaProbe.object(body.type), in: tree)
        for path in body.required {
            let place = try #require(places.first { $0.path == path }, "\(body.testDescription) has no \(path)")
            let error = #expect(throws: JSONError.self) {
                _ = try Self.turned(body.type, place.setting(nil, in: tree).serialized())
            }
            #expect(error?.code == .missingMember)
            #expect(error?.path == path)
        }
    }

    @Test("release 1's name of a role is read, release 2's is written")
    func roleNames() throws {
        let rest = #""didDoc":{"controller":{"certVcRef":"r","did":"did:omn:tas"},"didDoc":"mAA","nonce":"mAA"}"#
        let first = try RegisterDidDoc(from: #"{\#(rest),"roleTYpe":"Issuer"}"#)
        let second = #"{\#(rest),"roleType":"Issuer"}"#
        #expect(try first == RegisterDidDoc(from: second))
        #expect(try first.toJson() == second)
    }

    @Test("an answer without claims and one with an empty list are two documents")
    func claims() throws {
        for text in [#"{"result":false}"#, #"{"claims":[],"result":false}"#] {
            let answer = try _ConfirmVerify(from: text)
            #expect(try answer.toJson() == text)
            #expect(answer.claims.isEmpty)
        }
    }

    @Test("a QR code is made from the trust agent's payload, or from upstream's bare offer")
    func dataPayload() throws {
        let offer = IssueOfferPayload(
            offerId: "1", type: .IssueOffer, vcPlanId: "vcplanid000000000042", issuer: "did:omn:library")
        let stock = try #require(try _OfferIssue(offerId: "1", issueOfferPayload: offer).dataPayload())
        #expect(stock.payloadType == .ISSUE_VC)
        #expect(try MultibaseEnvelope.open(stock.payload, as: IssueOfferPayload.self, field: "payload").value == offer)
        let ours = _OfferIssue(offerId: "1", issueOfferPayload: offer, payloadType: .ISSUE_VC, payload: "mAA")
        #expect(try ours.dataPayload()?.payload == "mAA")
        #expect(try _OfferIssue(offerId: "1").dataPayload() == nil)
    }
}
