import OpenDID_DataModel

extension TASError {
    /// The code for a document that does not verify (OpenDID sheet 5.3): its signature is wrong, or it cannot be checked at all. A wrong
    /// purpose is reported as a wrong signature.
    static func code(for failure: VerificationFailure) -> ServiceErrorCode {
        switch failure.code {
        case .unresolved, .missingKey, .unsupportedKey, .malformedKey, .signerStatus: signatureNotVerifiable
        default: signatureInvalid
        }
    }

    /// The code for an update that a DID document may not make (OpenDID sheet 5.11).
    static func code(for fault: DIDUpdateFault) -> ServiceErrorCode {
        switch fault {
        case .otherThanRequested: updateOtherDID
        case .version: documentVersion
        case .updated: updateNotLater
        case .context: updateContext
        case .id: updateID
        case .controller: updateController
        case .created: updateCreated
        case .deactivated: updateDeactivated
        }
    }
}

extension VerificationReport {
    /// Whether there is a proof that holds, and nothing is wrong but with the form of one member, if one is named.
    func isValid(but member: String?) -> Bool {
        guard let member, !proofs.isEmpty else { return isValid }
        return failures.allSatisfy { $0.code == .malformedDocument && ($0.place == member || $0.place.hasPrefix("\(member).")) }
    }

    /// Returns when the document is to be trusted.
    /// - Parameters:
    ///   - document: what to call the document.
    ///   - code: the code to answer with; by the first failure when `nil`.
    /// - Throws: ``ServiceError``, with the place and the reason of the first failure.
    func require(_ document: String, code: ServiceErrorCode? = nil) throws(ServiceError) {
        do {
            try requireValid()
        } catch {
            throw ServiceError(code ?? TASError.code(for: error), "\(document): \(error)")
        }
    }
}

extension DataModelError {
    /// Where in a message the fault is, and what it is.
    func sentence(in place: String) -> String { field.isEmpty ? "\(place): \(reason)" : "\(place).\(field): \(reason)" }
}
