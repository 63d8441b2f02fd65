import HeraldJSON
import OpenDID_DataModel

// The sheet names these endpoints and the first one's member (OpenDID sheet 5.2, 5.10); the others follow it.

/// Takes a user's DID out of use for the time being.
package struct UpdateDidDocDeactivated: ModelObject {
    /// The user's id at the identity check.
    package var kycTxId: String
    package var unknownMembers = UnknownMembers()

    package init(kycTxId: String) { self.kycTxId = kycTxId }
}

/// Takes a user's DID out of use for good.
package struct UpdateDidDocRevoked: ModelObject {
    /// The user's id at the identity check.
    package var kycTxId: String
    package var unknownMembers = UnknownMembers()

    package init(kycTxId: String) { self.kycTxId = kycTxId }
}

/// Sets the status of a user, by DID, together with that of the DID.
package struct UpdateUserStatus: ModelObject {
    package var did: String
    /// `ACTIVATED`, `DEACTIVATED` or `REVOKED`.
    package var status: String
    package var unknownMembers = UnknownMembers()

    package init(did: String, status: String) {
        self.did = did
        self.status = status
    }
}

/// The answer to an operator: an empty object.
package struct OperatorAnswer: ModelObject {
    package var unknownMembers = UnknownMembers()

    package init() {}
}

extension OpenDIDEndpoints.TAS {
    package static let updateDIDDocDeactivated =
        ServiceEndpoint<UpdateDidDocDeactivated, OperatorAnswer>(.tas, .post, "update-diddoc-deactivated")
    package static let updateDIDDocRevoked = ServiceEndpoint<UpdateDidDocRevoked, OperatorAnswer>(.tas, .post, "update-diddoc-revoked")
    package static let updateUserStatus = ServiceEndpoint<UpdateUserStatus, OperatorAnswer>(.tas, .post, "update-user-status")
}
