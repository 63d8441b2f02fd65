import HeraldKeys

extension DIDDocument {
    /// Which rules a document has to keep.
    public enum ValidationScope: Sendable, Hashable {
        /// Those of every version.
        case anyVersion
        /// Also those of a first version: number 1, created and updated at the same moment, in use.
        case registration
    }

    /// How many keys a document may have; sheet 1.6 knows six. Every key costs a point of a curve to look at.
    public static let keyLimit = 64

    /// What is wrong with the document by itself (OpenDID sheet 1.2, 1.5, 3.1); empty when nothing is. Signatures are not looked at.
    ///
    /// Of a document with more keys than ``keyLimit`` nothing else is looked at.
    public func validationErrors(_ scope: ValidationScope = .anyVersion) -> [DataModelError] {
        guard verificationMethod.count <= Self.keyLimit else {
            return [DataModelError(
                .invalidValue, field: "verificationMethod",
                reason: "\(verificationMethod.count) keys are too many, at most \(Self.keyLimit) may be here")]
        }
        var errors: [DataModelError] = []
        if context.first != Self.standardContext.first {
            errors.append(DataModelError(.invalidValue, field: "@context", reason: "\(Self.standardContext.joined()) must come first"))
        }
        if !DID.isWellFormed(id) { errors.append(DataModelError(.did, field: "id", reason: "a DID expected")) }
        if !DID.isWellFormed(controller) { errors.append(DataModelError(.did, field: "controller", reason: "a DID expected")) }
        errors += versionErrors(scope)
        errors += keyErrors()
        errors += purposeErrors()
        errors += serviceErrors()
        return errors
    }

    /// Checks the document by itself.
    /// - Throws: the first of ``validationErrors(_:)``.
    public func validate(_ scope: ValidationScope = .anyVersion) throws(DataModelError) {
        if let error = validationErrors(scope).first { throw error }
    }

    private func versionErrors(_ scope: ValidationScope) -> [DataModelError] {
        var errors: [DataModelError] = []
        if $created == nil { errors.append(DataModelError(.datetime, field: "created", reason: "a datetime expected")) }
        if $updated == nil { errors.append(DataModelError(.datetime, field: "updated", reason: "a datetime expected")) }
        if let created = $created, let updated = $updated, updated < created {
            errors.append(DataModelError(.invalidValue, field: "updated", reason: "it lies before created"))
        }
        if !$versionId.isWellFormed {
            errors.append(DataModelError(.versionId, field: "versionId", reason: "a decimal number without leading zero expected"))
        }
        guard scope == .registration else { return errors }
        if versionId != "1" {
            errors.append(DataModelError(.invalidValue, field: "versionId", reason: "the first version is 1"))
        }
        if $created != $updated {
            errors.append(DataModelError(.invalidValue, field: "updated", reason: "in the first version it equals created"))
        }
        if deactivated {
            errors.append(DataModelError(.invalidValue, field: "deactivated", reason: "a DID starts in use"))
        }
        return errors
    }

    private func keyErrors() -> [DataModelError] {
        guard !verificationMethod.isEmpty else {
            return [DataModelError(.missing, field: "verificationMethod", reason: "a document needs a key")]
        }
        var errors: [DataModelError] = []
        var names: Set<String> = []
        var factors: [VerificationKey: AuthType] = [:]
        for (index, method) in verificationMethod.enumerated() {
            let place = "verificationMethod[\(index)]"
            if !Self.isBareName(method.id) {
                errors.append(DataModelError(.invalidValue, field: place + ".id", reason: "the bare name of a key expected, no URL"))
            }
            if !names.insert(method.id).inserted {
                errors.append(DataModelError(.duplicate, field: place + ".id", reason: "an earlier key has this name"))
            }
            if !DID.isWellFormed(method.controller) {
                errors.append(DataModelError(.did, field: place + ".controller", reason: "a DID expected"))
            }
            let key: VerificationKey?
            do {
                key = try Self.key(of: method)
            } catch {
                errors.append(DataModelError(.invalidValue, field: place + ".publicKeyMultibase", reason: error.reason))
                continue
            }
            // Of a key in two places under two authTypes nobody could say how its owner opened it: one factor would count as two.
            guard let key else { continue }
            if let factor = factors[key], factor != method.authType {
                errors.append(DataModelError(
                    .duplicate, field: place + ".publicKeyMultibase", reason: "an earlier entry has this key with another authType"))
            }
            factors[key] = method.authType
        }
        return errors
    }

    /// The key of an entry; `nil` for RSA, which the sheet names without a form for its keys.
    private static func key(of method: VerificationMethod) throws(VerificationFailure) -> VerificationKey? {
        let bytes: [UInt8]
        do {
            bytes = try Multibase.decode(method.publicKeyMultibase, base58Limit: VerificationKey.textLimit).bytes
        } catch {
            throw VerificationFailure(.malformedKey, at: "verificationMethod", "\(error)")
        }
        guard method.type != .rsaVerificationKey2018 else { return nil }
        guard bytes.count == FormErrors.keyByteCount else {
            throw VerificationFailure(
                .malformedKey, at: "verificationMethod", "a compressed key of \(FormErrors.keyByteCount) bytes expected, \(bytes.count) found")
        }
        return try VerificationKey(type: method.type, bytes: bytes)
    }

    private func purposeErrors() -> [DataModelError] {
        let known = Set(verificationMethod.map(\.id))
        var errors: [DataModelError] = []
        for purpose in ProofPurpose.allCases {
            var listed: Set<String> = []
            for (index, name) in keyNames(for: purpose).enumerated() {
                let place = "\(purpose.rawValue)[\(index)]"
                if !known.contains(name) {
                    errors.append(DataModelError(.unknown, field: place, reason: "the document has no key of this name"))
                }
                if !listed.insert(name).inserted {
                    errors.append(DataModelError(.duplicate, field: place, reason: "the key is listed already"))
                }
            }
        }
        return errors
    }

    private func serviceErrors() -> [DataModelError] {
        var errors: [DataModelError] = []
        var names: Set<String> = []
        for (index, service) in (service ?? []).enumerated() {
            let place = "service[\(index)]"
            if service.id.isEmpty { errors.append(DataModelError(.invalidValue, field: place + ".id", reason: "a name expected")) }
            if !names.insert(service.id).inserted {
                errors.append(DataModelError(.duplicate, field: place + ".id", reason: "an earlier service has this name"))
            }
            if service.serviceEndpoint.isEmpty {
                errors.append(DataModelError(.missing, field: place + ".serviceEndpoint", reason: "a service needs a URL"))
            }
            for (position, url) in service.serviceEndpoint.enumerated() where !Self.isURL(url) {
                errors.append(DataModelError(.invalidValue, field: place + ".serviceEndpoint[\(position)]", reason: "a URL expected"))
            }
        }
        return errors
    }

    private static func isBareName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 <= 0x20 || "#?/:&=".utf8.contains($0) }
    }

    /// A scheme, `:` and something without white space: enough to tell a URL from a name, without a parser.
    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first else { return false }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
        return isLetter && colon != text.utf8.index(before: text.utf8.endIndex) && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}
