import HeraldJSON
import OpenDID_DataModel

/// Serves the certificate of a server at its URL, which messages contain as `certVcRef`. Another endpoint lets the operator renew the
/// certificate (OpenDID sheet 0, 5.2).
struct CertificateRoutes: Sendable {
    let identity: ProviderIdentity
    let registry: any RegistryAccess
    /// Renews the server's certificate if it is not valid any more.
    let enrol: @Sendable () async throws -> Void

    func add(to routes: inout RouteTable) {
        routes.onStep(OpenDIDEndpoints.certificate(of: identity.role)) { _, _ in
            guard let bytes = try await registry.provider(identity.did)?.certificate else {
                throw ServiceError(missing)
            }
            return EncodedAnswer(stored: bytes)
        }
        let enrolment = ServiceEndpoint<JSONObject, JSONObject>(identity.role, .post, "certificate-vc")
        routes.on(enrolment, access: .operatorOnly) { _, _ in
            try await enrol()
            return JSONObject()
        }
    }

    private var missing: ServiceErrorCode {
        switch identity.role {
        case .tas, .list, .noti, .gateway: TASError.ownCertificateMissing
        case .cas: CASError.certificateMissing
        case .wallet: WalletProviderError.certificateMissing
        case .issuer: IssuerError.certificateMissing
        case .verifier: VerifierError.certificateMissing
        }
    }
}
