import OpenDID_DataModel

extension OpenDIDEndpoints.Verifier {
    /// Returns the result of an offer. Terminals poll it.
    package static let confirmVerify = ServiceEndpoint<ConfirmVerify, _ConfirmVerify>(
        .verifier, .post, "confirm-verify")
}
