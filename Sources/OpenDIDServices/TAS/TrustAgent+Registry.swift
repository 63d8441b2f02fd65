import GRDB
import OpenDID_DataModel

// The trust agent's hand at the registry: changes are prepared here and applied inside the step that they belong to.
extension TrustAgent {
    typealias Write = @Sendable (Database) throws -> Void

    /// Registers a DID document, or its next version, whose owner's proofs have been checked.
    /// - Parameter code: what is answered when the registry does not take it.
    func entering(_ document: DIDDocument, role: RoleTypeEnum, otherwise code: ServiceErrorCode) async throws -> Write {
        let change: LedgerChange
        do {
            change = try await registrar.enter(document, role: role)
        } catch let error as RegistryError {
            throw TASError.documentUnreadable("\(error.field): \(error.reason)")
        }
        return applying(change, otherwise: code)
    }

    /// Applies a change of the registry.
    func applying(_ change: LedgerChange, otherwise code: ServiceErrorCode) -> Write {
        { db in
            do {
                try change.apply(in: db)
            } catch let error as RegistryError {
                throw ServiceError(code, "\(error.field): \(error.reason)")
            }
        }
    }

    /// A provider with a certificate of the trust agent's that gives it a role (OpenDID sheet 5.4, 5.5). The trust agent looks into its own books
    /// and fetches nothing from an address that a message names.
    /// - Throws: ``ServiceError`` 18510 when there is no such certificate, 18511 when it does not hold.
    func requireCertificate(of provider: String, role: RoleTypeEnum) async throws {
        let known = try await registry.provider(provider)
        guard let known, known.role == role, let certificate = known.certificate else {
            throw TASError.certificateMissing("no \(role.rawValue) of this DID is enrolled")
        }
        try await certificates.require(certificate, of: provider, role: role, by: checks)
    }

    /// An enrolled issuer (OpenDID sheet 5.7).
    /// - Throws: ``ServiceError`` 14000 when no server has this DID, 14001 when it is no issuer's, 14002 without a certificate that counts.
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
