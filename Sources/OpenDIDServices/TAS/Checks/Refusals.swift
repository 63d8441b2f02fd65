import OpenDID_DataModel

extension TASError {
    /// Returns the code for a document that fails verification (OpenDID sheet 5.3). Either its signature is wrong, or it cannot be checked. A wrong
    /// purpose counts as a wrong signature.
    static func code(for failure: VerificationFailure) -> ServiceErrorCode {
        switch failure.code {
        case .unresolved, .missingKey, .unsupportedKey, .malformedKey, .signerStatus: signatureNotVerifiable
        default: signatureInvalid
        }
    }

    /// Returns the code for an update that a DID document must not make (OpenDID sheet 5.11).
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
    /// True if there are valid proofs, and the only failures are malformed contents of the given member.
    func isValid(but member: String?) -> Bool {
        guard let member, !proofs.isEmpty else { return isValid }
        return failures.allSatisfy {
            $0.code == .malformedDocument && ($0.place == member || $0.place.hasPrefix("\(member)."))
        }
    }

    /// Requires a valid document.
    /// - Parameters:
    ///   - document: the document's name in the error.
    ///   - code: the error code. Defaults to the one for the first failure.
    /// - Throws: ``ServiceError`` with place and reason of the first failure.
    func require(_ document: String, code: ServiceErrorCode? = nil) throws(ServiceError) {
        do {
            try requireValid()
        } catch {
            throw ServiceError(code ?? TASError.code(for: error), "\(document): \(error)")
        }
    }
}

extension DataModelError {
    /// Returns a sentence with the place of the fault in a message.
    func sentence(in place: String) -> String { field.isEmpty ? "\(place): \(reason)" : "\(place).\(field): \(reason)" }
}
