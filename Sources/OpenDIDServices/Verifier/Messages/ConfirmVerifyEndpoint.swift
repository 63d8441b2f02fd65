import OpenDID_DataModel

extension OpenDIDEndpoints.Verifier {
    /// The terminal polls it.
    package static let confirmVerify = ServiceEndpoint<ConfirmVerify, _ConfirmVerify>(.verifier, .post, "confirm-verify")
}
