import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@Suite("Scanned offers")
struct ReceivedOfferTests {
    static let issue =
        #"{"issuer":"did:omn:issuer","offerId":"o-1","type":"IssueOffer","vcPlanId":"vcplanid000000000001"}"#
    static let verify = #"{"mode":"Direct","offerId":"o-2","type":"VerifyOffer"}"#
    static let restore = #"{"did":"did:omn:abc","offerId":"o-3","type":"RestoreDidOffer"}"#

    private static func wrapped(_ type: String, _ payload: String, txId: String? = nil) -> String {
        let tx = txId.map { #","txId":"\#($0)""# } ?? ""
        return #"{"payload":"\#(payload)","payloadType":"\#(type)","validUntil":"2030-01-01T00:00:00Z"\#(tx)}"#
    }

    private static func multibase(_ text: String, _ base: Multibase.Base = .base64) -> String {
        Multibase.encode(Array(text.utf8), as: base)
    }

    @Test(
        "a wrapped offer is read in every multibase",
        arguments: [Multibase.Base.base64, .base64url, .base58btc, .base16])
    func wrappedOffers(base: Multibase.Base) throws {
        guard
            case .issue(let offer, let txId) = try ReceivedOffer(
                Self.wrapped("ISSUE_VC", Self.multibase(Self.issue, base), txId: "t"))
        else {
            Issue.record("not an issue offer")
            return
        }
        #expect(offer.offerId == "o-1")
        #expect(txId == "t")
    }

    @Test("a payload that is raw JSON is read too")
    func rawPayload() throws {
        let raw = Self.restore.split(separator: "\"").joined(separator: "\\\"")
        guard case .restore(let offer, nil) = try ReceivedOffer(Self.wrapped("RESTORE_DID", raw)) else {
            Issue.record("not a restore offer")
            return
        }
        #expect(offer.did == "did:omn:abc")
    }

    @Test("a verifier's own wrapper, a bare offer and a link are read")
    func otherForms() throws {
        let wrapper = try ReceivedOffer(#"{"payload":\#(Self.verify),"txId":"t"}"#)
        let bare = try ReceivedOffer(Self.verify)
        guard case .verify(let first, "t") = wrapper, case .verify(let second, nil) = bare else {
            Issue.record("not verify offers")
            return
        }
        #expect(first == second)
        for text in [Self.issue, Self.wrapped("ISSUE_VC", Self.multibase(Self.issue))] {
            guard case .issue = try ReceivedOffer(ReceivedOffer.linkPrefix + Self.multibase(text).dropFirst()) else {
                Issue.record("not an issue offer")
                continue
            }
        }
    }

    @Test(
        "white space around an offer, a link and a raw payload does not matter", arguments: [" ", "\n", "\r\n\t ", ""])
    func whiteSpace(space: String) throws {
        let link = ReceivedOffer.linkPrefix + space + Self.multibase(Self.issue).dropFirst()
        let raw = Self.issue.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
        let escaped = String(decoding: JSONText.quoted(space), as: UTF8.self).dropFirst().dropLast()
        let offer = try ReceivedOffer(Self.issue)
        for text in [Self.issue, String(link), Self.wrapped("ISSUE_VC", escaped + raw)] {
            #expect(try ReceivedOffer(space + text + space) == offer)
        }
    }

    @Test("only an address of a certified server is returned", arguments: ServiceRole.allCases)
    func certificates(role: ServiceRole) {
        #expect((role.certificateEndpoint == nil) == (role.certificateRole == nil))
        #expect(role.certificateEndpoint.map { $0.path == role.basePath + "/certificate-vc" } ?? true)
    }

    @Test("a written offer is read back as the same offer", arguments: [issue, verify, restore])
    func roundTrip(text: String) throws {
        let offer = try ReceivedOffer(text)
        #expect(try ReceivedOffer(offer.dataPayload().toJson()) == offer)
    }

    @Test(
        "the error of a malformed offer names the member",
        arguments: [
            ("", ""), ("[]", ""), ("{}", ""), ("opendid;v1;!!", ""), ("opendid;v2;e30", ""),
            (#"{"type":"Gift"}"#, "type"), (#"{"type":7}"#, "type"),
            (#"{"type":"IssueOffer","vcPlanId":"p"}"#, "issuer"),
            (#"{"payloadType":"ISSUE_VC","payload":"?"}"#, "payload"),
            (#"{"payloadType":"ISSUE_VC","payload":"{\"type\":\"IssueOffer\"}"}"#, "payload.vcPlanId"),
            (#"{"payloadType":"GIFT","payload":"me30"}"#, "payloadType"),
            (#"{"payload":{"type":"IssueOffer","mode":"Direct"}}"#, "payload.type"),
            (#"{"type":"ZkpIssueOffer"}"#, "type"),
            (#"{"type":"IssueOffer","vcPlanId":"p","issuer":"https://example.org"}"#, "issuer"),
            (#"{"type":"RestoreDidOffer","offerId":"o","did":""}"#, "did"),
            (
                #"{"payloadType":"RESTORE_DID","payload":"{\"type\":\"RestoreDidOffer\",\"offerId\":\"o\",\"did\":\"omn\"}"}"#,
                "payload.did"
            ),
            // Greek question marks, which are semicolons to Swift's String.
            ("opendid\u{37E}v1\u{37E}eyJ0eXBlIjoiVmVyaWZ5T2ZmZXIiLCJtb2RlIjoiRGlyZWN0In0", ""),
        ])
    func refused(text: String, field: String) {
        #expect { try ReceivedOffer(text) } throws: { error in
            guard let error = error as? DataModelError else { return false }
            return error.code == .offer && error.field == field
        }
    }

    @Test("an offer of another kind than its wrapper's is refused")
    func kindsDisagree() {
        for (type, text) in [("ISSUE_VC", Self.verify), ("SUBMIT_VP", Self.restore), ("RESTORE_DID", Self.issue)] {
            #expect(throws: DataModelError.self) { try ReceivedOffer(Self.wrapped(type, Self.multibase(text))) }
        }
    }

    @Test("an offer over a wallet's limit of length is refused")
    func tooLong() {
        #expect(throws: DataModelError.self) {
            try ReceivedOffer(String(repeating: " ", count: ReceivedOffer.maxLength) + Self.issue)
        }
    }

    @Test("a thousand mutated offers are read or refused, and never end the program")
    func mutated() {
        var random = SeededGenerator(seed: 7)
        for text in [Self.issue, Self.verify, Self.restore, Self.wrapped("ISSUE_VC", Self.multibase(Self.issue))] {
            for _ in 0..<250 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                if let offer = try? ReceivedOffer(String(decoding: bytes, as: UTF8.self)),
                    let written = try? offer.dataPayload().toJson()
                {
                    #expect((try? ReceivedOffer(written)) == offer)
                }
            }
        }
    }
}
