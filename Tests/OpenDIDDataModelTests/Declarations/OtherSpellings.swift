import OpenDID_DataModel
import Testing

/// Lets a test use deprecated names without a warning: only the witness names them.
private protocol Spellings {
    var pairs: [(Any.Type, Any.Type)] { get }
    func ownerDIDDoc(of document: SignedDIDDoc, setting text: String) -> (String, SignedDIDDoc)
}

private struct DeprecatedSpellings: Spellings {
    @available(*, deprecated)
    var pairs: [(Any.Type, Any.Type)] {
        [
            (SignedDidDoc.self, SignedDIDDoc.self), (VcPlan.self, VCPlan.self), (IssuerProfile.self, IssueProfile.self),
            (RetieveKyc.self, RetrieveKyc.self), (RequestRestoreDIDDoc.self, RequestRestoreDidDoc.self),
            (E2e.self, E2E.self),
            (ROLE_TYPE.self, RoleTypeEnum.self), (SERVER_TOKEN_PURPOSE.self, ServerTokenPurposeEnum.self),
            (WALLET_TOKEN_PURPOSE.self, WalletTokenPurposeEnum.self),
            (EllipticCurveType.ELLIPTIC_CURVE_TYPE.self, EllipticCurveType.self),
        ]
    }

    @available(*, deprecated)
    func ownerDIDDoc(of document: SignedDIDDoc, setting text: String) -> (String, SignedDIDDoc) {
        var copy = document
        copy.ownerDIDDoc = text
        return (document.ownerDIDDoc, copy)
    }
}

@Suite("Both spellings work if the text has two")
struct OtherSpellings {
    @Test("the other name is the same type")
    func types() {
        let spellings: any Spellings = DeprecatedSpellings()
        #expect(spellings.pairs.count == 10)
        for (other, right) in spellings.pairs { #expect(ObjectIdentifier(other) == ObjectIdentifier(right)) }
    }

    @Test("the other name is the same property")
    func properties() {
        let spellings: any Spellings = DeprecatedSpellings()
        let (read, written) = spellings.ownerDIDDoc(of: Sample.signedDIDDoc, setting: "zOther")
        #expect(read == Sample.signedDIDDoc.ownerDidDoc)
        #expect(written.ownerDidDoc == "zOther")
    }
}
