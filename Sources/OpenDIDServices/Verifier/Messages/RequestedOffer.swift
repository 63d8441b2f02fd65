import HeraldJSON
import OpenDID_DataModel

/// What a terminal asks for, in the words of either release: terminals of release 1 name themselves and their service, those of release 2
/// name a policy.
enum RequestedOffer: Decodable, Sendable {
    case terminal(RequestOfferPayload)
    case policy(RequestOfferByPolicy)

    static let endpoint = ServiceEndpoint<RequestedOffer, VpOfferWrapper>(.verifier, .post, OpenDIDEndpoints.Verifier.requestOfferQR.name)

    private enum CodingKeys: String, CodingKey { case policyId }

    init(from decoder: any Decoder) throws {
        if try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .policyId) != nil {
            self = .policy(try RequestOfferByPolicy(from: decoder))
        } else {
            self = .terminal(try RequestOfferPayload(from: decoder))
        }
    }
}
