import OpenDID_DataModel

extension Sample {
    static let issueOfferPayload = IssueOfferPayload(
        offerId: "text", type: .IssueOffer, vcPlanId: "text", issuer: "did:omn:issuer",
        validUntil: "2024-08-28T09:30:00Z")
    static let restoreDidOfferPayload = RestoreDidOfferPayload(
        offerId: "text", type: .IssueOffer, did: "did:omn:holder")
    static let vpOfferWrapper = VpOfferWrapper(txId: "text", payload: Sample.verifyOfferPayload)
    static let dataPayload = DataPayload(txId: "text", payloadType: .ISSUE_VC, payload: "text")
    static let requestOfferPayload = RequestOfferPayload(
        mode: .Direct, device: "text", service: "text", validSeconds: 1)
    static let verifyOfferPayload = VerifyOfferPayload(
        offerId: "text", type: .IssueOffer, mode: .Direct, device: "text", service: "text", endpoints: ["text"],
        validUntil: "2024-08-28T09:30:00Z", locked: true)
}

extension Declarations {
    mutating func addOffers() {
        add(Sample.issueOfferPayload) {
            $0.has(\.offerId, String?.self)
            $0.has(\.type, OfferTypeEnum.self)
            $0.has(\.vcPlanId, String.self)
            $0.has(\.issuer, String.self)
            $0.has(\.validUntil, String?.self)
        }
        add(Sample.restoreDidOfferPayload) {
            $0.has(\.offerId, String.self)
            $0.has(\.type, OfferTypeEnum.self)
            $0.has(\.did, String.self)
        }
        add(Sample.vpOfferWrapper) {
            $0.has(\.txId, String?.self)
            $0.has(\.payload, VerifyOfferPayload.self)
        }
        add(Sample.dataPayload) {
            $0.has(\.txId, String?.self)
            $0.has(\.payloadType, PayloadTypeEnum.self)
            $0.has(\.payload, String.self)
        }
        add(Sample.requestOfferPayload) {
            $0.has(\.mode, PresentModeEnum.self)
            $0.has(\.device, String.self)
            $0.has(\.service, String.self)
            $0.has(\.validSeconds, Int?.self)
        }
        add(Sample.verifyOfferPayload) {
            $0.has(\.offerId, String?.self)
            $0.has(\.type, OfferTypeEnum.self)
            $0.has(\.mode, PresentModeEnum.self)
            $0.has(\.device, String?.self)
            $0.has(\.service, String?.self)
            $0.has(\.endpoints, [String]?.self)
            $0.has(\.validUntil, String?.self)
            $0.has(\.locked, Bool.self)
        }
    }
}
