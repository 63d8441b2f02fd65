import OpenDIDWallet
import OpenDID_DataModel

/// The registry for the checks of a document. If it does not answer, the verification reports a failure with a code of its own, so that an
/// outage is not mistaken for a fault of the document.
struct CheckedRegistry: DIDResolver, CredentialStatusSource {
    /// The code of a failure that only means that a server did not answer.
    static let notChecked = VerificationFailure.Code(rawValue: "not_checked")

    let inner: GatewayRegistry

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        do {
            return try await inner.resolve(did, versionId: versionId)
        } catch {
            throw Self.marked(error)
        }
    }

    func standing(ofCredential id: String) async throws -> CredentialStanding? {
        do {
            return try await inner.standing(ofCredential: id)
        } catch {
            throw Self.marked(error)
        }
    }

    /// Returns the error, or a failure with the code ``notChecked`` in its place. The policy keeps the code and the reason of a
    /// `VerificationFailure`, and puts its own place in.
    private static func marked(_ error: any Error) -> any Error {
        isUnanswered(error) ? VerificationFailure(notChecked, at: "", ErrorReport(error).sentence) : error
    }

    /// True if an error means that a server could not be asked: it is not reachable, or it refuses the call. A gateway's answer that it does
    /// not know the credential is an answer, and so is a refusal for good of an issuer's certificate.
    static func isUnanswered(_ error: any Error) -> Bool {
        switch error {
        case is TransportFailure: true
        case let error as ServerRefusal: !["SSRVAGW00400", "SSRVAGW00401"].contains(error.failure.code)
        case let error as WalletError: error.code == .transport || error.serverError?.isTransient == true
        default: false
        }
    }
}
