import OpenDID_DataModel

extension OpenDIDEndpoints.TAS {
    package static let proposeEnrolEntity =
        ServiceEndpoint<ProposeEnrollEntity, _ProposeEnrollEntity>(.tas, .post, "propose-enroll-entity")
    package static let requestEnrolEntity =
        ServiceEndpoint<RequestEnrollEntity, _RequestEnrollEntity>(.tas, .post, "request-enroll-entity")
    package static let confirmEnrolEntity =
        ServiceEndpoint<ConfirmEnrollEntity, _ConfirmEnrollEntity>(.tas, .post, "confirm-enroll-entity")
    package static let requestEnrolTAS = ServiceEndpoint<RequestEnrollTas, _RequestEnrollTas>(
        .tas, .post, "request-enroll-tas")
}
