import HeraldJSON
import OpenDID_DataModel

/// A terminal's request for an offer, in the form of either release. A terminal of release 1 sends its own ID and the ID of its service. A
/// terminal of release 2 sends the ID of a policy.
enum RequestedOffer: Decodable, Sendable {
    case terminal(RequestOfferPayload)
    case policy(RequestOfferByPolicy)

    static let endpoint = ServiceEndpoint<RequestedOffer, VpOfferWrapper>(
        .verifier, .post, OpenDIDEndpoints.Verifier.requestOfferQR.name)

    private enum CodingKeys: String, CodingKey { case policyId, mode, device, service }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if try members.decodeIfPresent(String.self, forKey: .policyId) != nil {
            self = .policy(try RequestOfferByPolicy(from: decoder))
        } else if [CodingKeys.mode, .device, .service].contains(where: members.contains) {
            self = .terminal(try RequestOfferPayload(from: decoder))
        } else {
            throw JSONError(
                .missingMember, path: CodingKeys.policyId.rawValue,
                reason: "either policyId (release 2) or mode, device and service (release 1) are needed")
        }
    }
}
