import HeraldJSON
import OpenDID_DataModel

/// A policy of the verifier as terminals of release 2 find it.
package struct ListedPolicy: ModelObject {
    /// A title for people.
    package var policyTitle: String
    /// By what `request-offer-qr` names it.
    package var policyId: String
    package var unknownMembers = UnknownMembers()

    package init(policyTitle: String, policyId: String) {
        self.policyTitle = policyTitle
        self.policyId = policyId
    }
}

extension OpenDIDEndpoints.Verifier {
    /// What release 2's demo chooses from.
    package static let policies = ServiceEndpoint<ServiceQuery, [ListedPolicy]>(.verifier, .get, "policies/all", isAdministrative: true)
}
