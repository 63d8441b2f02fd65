import OpenDID_DataModel

extension OpenDIDEndpoints.TAS {
    package static let updateDIDDocDeactivated =
        ServiceEndpoint<UpdateDidDocDeactivated, OperatorAnswer>(.tas, .post, "update-diddoc-deactivated")
    package static let updateDIDDocRevoked = ServiceEndpoint<UpdateDidDocRevoked, OperatorAnswer>(
        .tas, .post, "update-diddoc-revoked")
    package static let updateUserStatus = ServiceEndpoint<UpdateUserStatus, _UpdateUserStatus>(
        .tas, .post, "update-user-status")
}
