import HeraldKeys

extension DIDDocument {
    /// The set of rules that a document must satisfy.
    public enum ValidationScope: Sendable, Hashable {
        /// The rules for every version.
        case anyVersion
        /// The rules for every version, and the rules for a first version: its number is 1, `created` and `updated` are equal, and
        /// `deactivated` is false.
        case registration
    }

    /// The longest DID that can be registered, in bytes. The limit exists because every message of the owner repeats the DID. A wallet's
    /// DID has about 40 bytes.
    public static let idByteLimit = 256
    /// The largest number of keys in a document. OpenDID sheet 1.6 defines six. The limit exists because the check of each key takes a
    /// calculation on an elliptic curve.
    public static let keyLimit = 64
    /// The largest number of proofs in a document: one for each key.
    public static let proofLimit = keyLimit
    /// The largest number of services in a document.
    public static let serviceLimit = 16
    /// The largest number of URLs of a service.
    public static let endpointLimit = 16
    /// The longest URL of a service, in bytes.
    public static let endpointByteLimit = 2048
    /// The longest canonical form of a document, in bytes, proofs included. The limit exists because the document is stored, signed and
    /// served permanently, and any client may have created it. A holder's document with six keys and their proofs has about 5,000 bytes.
    public static let byteLimit = 32_768
    /// The largest document that is read from an envelope, in bytes. It is larger than ``byteLimit``, because ``byteLimit`` does not count
    /// white space.
    static let envelopeLimit = byteLimit + byteLimit / 4

    /// Returns the faults of the document that can be found without other data (OpenDID sheet 1.2, 1.5, 3.1), or an empty array. Signatures
    /// are not checked.
    ///
    /// If the document exceeds a limit, the result contains only that fault.
    public func validationErrors(_ scope: ValidationScope = .anyVersion) -> [DataModelError] {
        if let fault = sizeFault() { return [fault] }
        var errors: [DataModelError] = []
        if context.first != Self.standardContext.first {
            errors.append(
                DataModelError(
                    .invalidValue, field: "@context", reason: "\(Self.standardContext.joined()) must come first"))
        }
        if !DID.isWellFormed(id) { errors.append(DataModelError(.did, field: "id", reason: "a DID expected")) }
        if !DID.isWellFormed(controller) {
            errors.append(DataModelError(.did, field: "controller", reason: "a DID expected"))
        }
        errors += versionErrors(scope)
        errors += keyErrors()
        errors += purposeErrors()
        errors += serviceErrors()
        return errors
    }

    /// Checks the document without other data.
    /// - Throws: the first fault of ``validationErrors(_:)``.
    public func validate(_ scope: ValidationScope = .anyVersion) throws(DataModelError) {
        if let error = validationErrors(scope).first { throw error }
    }

    /// Returns the fault for the first limit that the document exceeds. Keys and other entries are counted before the size is measured,
    /// because measuring encodes the document.
    private func sizeFault() -> DataModelError? {
        func tooMany(_ count: Int, _ limit: Int, _ things: String, _ field: String) -> DataModelError? {
            count <= limit
                ? nil
                : DataModelError(
                    .invalidValue, field: field, reason: "\(count) \(things) are too many, at most \(limit) may be here"
                )
        }
        let services = service ?? []
        let counted =
            tooMany(verificationMethod.count, Self.keyLimit, "keys", "verificationMethod")
            ?? tooMany(allProofs.count, Self.proofLimit, "proofs", "proofs")
            ?? tooMany(services.count, Self.serviceLimit, "services", "service")
        if let counted { return counted }
        for (index, service) in services.enumerated() {
            let place = "service[\(index)].serviceEndpoint"
            if let fault = tooMany(service.serviceEndpoint.count, Self.endpointLimit, "URLs", place) { return fault }
            if let position = service.serviceEndpoint.firstIndex(where: { $0.utf8.count > Self.endpointByteLimit }) {
                return DataModelError(
                    .invalidValue, field: "\(place)[\(position)]", reason: "longer than \(Self.endpointByteLimit) bytes"
                )
            }
        }
        // If the document has no canonical form, its size is unknown. No fault is returned then, because signing and verifying report the
        // missing form.
        guard let count = try? canonicalBytes().count, count > Self.byteLimit else { return nil }
        return DataModelError(
            .invalidValue, reason: "\(count) bytes are too many, a document has at most \(Self.byteLimit)")
    }

    private func versionErrors(_ scope: ValidationScope) -> [DataModelError] {
        var errors: [DataModelError] = []
        if $created == nil { errors.append(DataModelError(.datetime, field: "created", reason: "a datetime expected")) }
        if $updated == nil { errors.append(DataModelError(.datetime, field: "updated", reason: "a datetime expected")) }
        if let created = $created, let updated = $updated, updated < created {
            errors.append(DataModelError(.invalidValue, field: "updated", reason: "must not be before created"))
        }
        if !$versionId.isWellFormed {
            errors.append(
                DataModelError(.versionId, field: "versionId", reason: "a decimal number without leading zero expected")
            )
        }
        guard scope == .registration else { return errors }
        if id.utf8.count > Self.idByteLimit {
            errors.append(DataModelError(.did, field: "id", reason: "longer than \(Self.idByteLimit) bytes"))
        }
        if versionId != "1" {
            errors.append(DataModelError(.invalidValue, field: "versionId", reason: "the first version is 1"))
        }
        if $created != $updated {
            errors.append(
                DataModelError(.invalidValue, field: "updated", reason: "must equal created in the first version"))
        }
        if deactivated {
            errors.append(
                DataModelError(.invalidValue, field: "deactivated", reason: "the first version must not be deactivated")
            )
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
                errors.append(
                    DataModelError(
                        .invalidValue, field: place + ".id", reason: "the bare name of a key expected, no URL"))
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
            // Two entries with the same public key must have the same authType. Otherwise one key could count as two factors.
            guard let key else { continue }
            if let factor = factors[key], factor != method.authType {
                errors.append(
                    DataModelError(
                        .duplicate, field: place + ".publicKeyMultibase",
                        reason: "an earlier entry has this key with another authType"))
            }
            factors[key] = method.authType
        }
        return errors
    }

    /// Returns the key of an entry. Returns `nil` for RSA, because the sheet does not specify the form of RSA keys.
    private static func key(of method: VerificationMethod) throws(VerificationFailure) -> VerificationKey? {
        let bytes: [UInt8]
        do {
            bytes = try Multibase.decode(method.publicKeyMultibase, base58Limit: VerificationKey.textLimit).bytes
        } catch {
            throw VerificationFailure(.malformedKey, at: "verificationMethod", "\(error)")
        }
        guard method.type != .rsaVerificationKey2018 else { return nil }
        guard bytes.count == VerificationKey.compressedByteCount else {
            throw VerificationFailure(
                .malformedKey, at: "verificationMethod",
                "a compressed key of \(VerificationKey.compressedByteCount) bytes expected, \(bytes.count) found")
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
                    errors.append(
                        DataModelError(.unknown, field: place, reason: "the document has no key of this name"))
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
            if service.id.isEmpty {
                errors.append(DataModelError(.invalidValue, field: place + ".id", reason: "a name expected"))
            }
            if !names.insert(service.id).inserted {
                errors.append(
                    DataModelError(.duplicate, field: place + ".id", reason: "an earlier service has this name"))
            }
            if service.serviceEndpoint.isEmpty {
                errors.append(
                    DataModelError(.missing, field: place + ".serviceEndpoint", reason: "a service needs a URL"))
            }
            for (position, url) in service.serviceEndpoint.enumerated() where !Self.isURL(url) {
                errors.append(
                    DataModelError(
                        .invalidValue, field: place + ".serviceEndpoint[\(position)]", reason: "a URL expected"))
            }
        }
        return errors
    }

    private static func isBareName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 <= 0x20 || "#?/:&=".utf8.contains($0) }
    }

    /// True if the text consists of a scheme, `:` and at least one character, without white space. This is enough to distinguish a URL from
    /// a name.
    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first else { return false }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
        return isLetter && colon != text.utf8.index(before: text.utf8.endIndex)
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}
