import OpenDID_DataModel

extension TASError {
    /// Returns the code for a document that fails verification (OpenDID sheet 5.3). One code means that the signature is wrong. Another
    /// code means that the signature cannot be checked. A wrong purpose counts as a wrong signature.
    static func code(for failure: VerificationFailure) -> ServiceErrorCode {
        switch failure.code {
        case .unresolved, .missingKey, .unsupportedKey, .malformedKey, .signerStatus: signatureNotVerifiable
        default: signatureInvalid
        }
    }

    /// Returns the code for an update of a DID document that is not allowed (OpenDID sheet 5.11).
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
    /// True if the document has valid proofs, and the only failures are malformed contents of the given member.
    func isValid(but member: String?) -> Bool {
        guard let member, !proofs.isEmpty else { return isValid }
        return failures.allSatisfy {
            $0.code == .malformedDocument && ($0.place == member || $0.place.hasPrefix("\(member)."))
        }
    }

    /// Checks that the verification found no failure.
    /// - Parameters:
    ///   - document: the document's name in the error.
    ///   - code: the error code. Defaults to the code that belongs to the first failure.
    /// - Throws: ``ServiceError`` with the place and the reason of the first failure.
    func require(_ document: String, code: ServiceErrorCode? = nil) throws(ServiceError) {
        do {
            try requireValid()
        } catch {
            throw ServiceError(code ?? TASError.code(for: error), "\(document): \(error)")
        }
    }
}

extension DataModelError {
    /// Returns a sentence that names the place of the fault in a message, and the reason.
    func sentence(in place: String) -> String { field.isEmpty ? "\(place): \(reason)" : "\(place).\(field): \(reason)" }
}
