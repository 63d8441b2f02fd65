import HeraldJSON
import OpenDID_DataModel

/// A policy of the verifier, as the list for terminals of release 2 contains it.
package struct ListedPolicy: ModelObject {
    /// The title that is shown to people.
    package var policyTitle: String
    /// The ID by which `request-offer-qr` names the policy.
    package var policyId: String
    package var unknownMembers = UnknownMembers()

    package init(policyTitle: String, policyId: String) {
        self.policyTitle = policyTitle
        self.policyId = policyId
    }
}

extension OpenDIDEndpoints.Verifier {
    /// Returns the list of policies from which the demo of release 2 chooses.
    package static let policies = ServiceEndpoint<ServiceQuery, [ListedPolicy]>(
        .verifier, .get, "policies/all", isAdministrative: true)
}
