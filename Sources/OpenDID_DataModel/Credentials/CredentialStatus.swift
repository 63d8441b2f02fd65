extension VCStatusEnum {
    /// The statuses to which a credential with this status may be changed (OpenDID sheet 3.6).
    public var successors: Set<VCStatusEnum> {
        switch self {
        case .ACTIVE: [.INACTIVE, .REVOKED]
        case .INACTIVE: [.ACTIVE, .REVOKED]
        case .REVOKED: []
        }
    }

    /// True if the registry may change this status to `next`.
    public func canBecome(_ next: VCStatusEnum) -> Bool { successors.contains(next) }
}

extension VCMeta {
    /// Creates a credential's entry in the registry. The issuer writes the entry, or the TAS if the credential is a certificate (OpenDID
    /// sheet 3.6).
    /// - Parameters:
    ///   - credential: the issued credential.
    ///   - certVcRef: the URL of the issuer's certificate.
    public init(of credential: VerifiableCredential, certVcRef: String) {
        self.init(
            id: credential.id, issuer: Provider(did: credential.issuer.id, certVcRef: certVcRef),
            subject: credential.credentialSubject.id, credentialSchema: credential.credentialSchema, status: .ACTIVE,
            issuanceDate: credential.issuanceDate, validFrom: credential.validFrom, validUntil: credential.validUntil,
            formatVersion: credential.formatVersion, language: credential.language)
    }

    /// Changes the status.
    /// - Throws: `DataModelError` with code `transition` if the change is not allowed.
    public mutating func setStatus(_ next: VCStatusEnum) throws(DataModelError) {
        guard status.canBecome(next) else {
            throw DataModelError(
                .transition, field: "status",
                reason: "a credential that is \(status.rawValue) cannot become \(next.rawValue)")
        }
        status = next
    }

    /// Returns the differences between this entry of the registry and the credential. If there are none, the entry belongs to the
    /// credential.
    public func mismatches(with credential: VerifiableCredential) -> [DataModelError] {
        let comparisons: [(field: String, equal: Bool)] = [
            ("id", id == credential.id), ("issuer.did", issuer.did == credential.issuer.id),
            ("subject", subject == credential.credentialSubject.id),
            ("credentialSchema.id", credentialSchema.id == credential.credentialSchema.id),
        ]
        return comparisons.filter { !$0.equal }.map {
            DataModelError(.invalidValue, field: $0.field, reason: "the registry's entry belongs to another credential")
        }
    }
}
