import GRDB
import OpenDID_DataModel

// The trust agent's access to the registry. Changes are prepared here and applied in the transaction of their step.
extension TrustAgent {
    typealias Write = @Sendable (Database) throws -> Void

    /// Returns the write that registers a DID document or its next version. The caller has checked the proofs of the owner.
    /// - Parameter code: the error code if the registry refuses the change.
    func entering(_ document: DIDDocument, role: RoleTypeEnum, otherwise code: ServiceErrorCode) async throws -> Write {
        let change: LedgerChange
        do {
            change = try await registrar.enter(document, role: role)
        } catch let error as RegistryError {
            throw TASError.documentUnreadable("\(error.field): \(error.reason)")
        }
        return applying(change, otherwise: code)
    }

    /// Returns the write that applies a change of the registry.
    func applying(_ change: LedgerChange, otherwise code: ServiceErrorCode) -> Write {
        { db in
            do {
                try change.apply(in: db)
            } catch let error as RegistryError {
                throw ServiceError(code, "\(error.field): \(error.reason)")
            }
        }
    }

    /// Requires that the trust agent's certificate gives a provider a role (OpenDID sheet 5.4, 5.5). The certificate comes from the registry, never from an
    /// address in a message.
    /// - Throws: ``ServiceError`` 18510 if there is no such certificate, and 18511 if it is not valid.
    func requireCertificate(of provider: String, role: RoleTypeEnum) async throws {
        let known = try await registry.provider(provider)
        guard let known, known.role == role, let certificate = known.certificate else {
            throw TASError.certificateMissing("no \(role.rawValue) of this DID is enrolled")
        }
        try await certificates.require(certificate, of: provider, role: role, by: checks)
    }

    /// Requires an enrolled issuer (OpenDID sheet 5.7).
    /// - Throws: ``ServiceError`` 14000 if the DID is no server's, 14001 if the server is no issuer, and 14002 without a valid certificate.
    func requireIssuer(_ did: String) async throws -> RegisteredProvider {
        guard let issuer = try await registry.provider(did) else { throw ServiceError(TASError.entityUnknown) }
        guard issuer.role == .Issuer else { throw ServiceError(TASError.issuerUnknown) }
        guard let certificate = issuer.certificate else { throw ServiceError(TASError.issuerNotEnrolled) }
        do {
            try await certificates.require(certificate, of: did, role: .Issuer, by: checks)
        } catch let error as ServiceError {
            throw ServiceError(TASError.issuerNotEnrolled, error.description)
        }
        return issuer
    }
}
