import HeraldKeys

extension VerifiableCredential.Claim {
    /// Whether the value is shown masked; not unless the claim says so.
    public var isHidden: Bool { hideValue ?? false }
    /// Where the data is; in the claim unless it says otherwise.
    public var dataLocation: Location { location ?? .inline }

    /// The raw data of a claim that holds it: UTF-8 of a text, the decoded bytes of an image or document (OpenDID sheet 3.2), nothing for an
    /// empty value.
    ///
    /// An image or document of any size can be read from base16, base64 and base64url; from base58, whose reading takes time with the
    /// square of the length, one of at most `Base58.defaultLimit` characters.
    /// - Throws: `DataModelError` `invalidValue` when the data is elsewhere, or is not multibase.
    public func inlineData() throws(DataModelError) -> [UInt8] {
        guard dataLocation == .inline else {
            throw DataModelError(.invalidValue, field: "location", reason: "the data is not in the claim")
        }
        return try data(of: value)
    }

    /// Checks the claim's digest, and those of its translations, against the data.
    /// - Parameter data: the raw data of a claim whose data is elsewhere; `nil` takes what the claim holds.
    /// - Throws: `DataModelError` `digest` when a digest is malformed, does not match, or is missing where the data is elsewhere;
    ///   `invalidValue` when there is no data to check.
    public func checkDigest(of data: [UInt8]? = nil) throws(DataModelError) {
        guard let digestSRI else {
            guard dataLocation == .inline else {
                throw DataModelError(.digest, field: "digestSRI", reason: "data that is elsewhere needs a digest")
            }
            return try checkTranslations()
        }
        let digest = try DigestSRI(digestSRI)
        let raw: [UInt8]
        if let data { raw = data } else { raw = try inlineData() }
        guard digest.matches(raw) else {
            throw DataModelError(.digest, field: "digestSRI", reason: "the digest belongs to other data")
        }
        try checkTranslations()
    }

    /// Translations of data that is elsewhere are elsewhere too; only their form can be checked.
    private func checkTranslations() throws(DataModelError) {
        for (language, translation) in (i18n ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let text = translation.digestSRI else { continue }
            let field = "i18n.\(language).digestSRI"
            let digest: DigestSRI
            do {
                digest = try DigestSRI(text)
            } catch {
                throw DataModelError(.digest, field: field, reason: error.reason)
            }
            guard dataLocation == .inline, let value = translation.value else { continue }
            guard digest.matches(try data(of: value)) else {
                throw DataModelError(.digest, field: field, reason: "the digest belongs to other data")
            }
        }
    }

    /// The longest base58 text of a claim, in characters: 48 KiB of data. A presentation may hold many; what is longer goes in base64.
    private static let base58Limit = 64 << 10

    private func data(of value: String) throws(DataModelError) -> [UInt8] {
        guard type != .text, !value.isEmpty else { return Array(value.utf8) }
        do {
            return try Multibase.decode(value, base58Limit: Self.base58Limit).bytes
        } catch {
            throw DataModelError(.invalidValue, field: "value", reason: error.reason)
        }
    }

    /// Whether a value that has to be multibase begins as such.
    private var namesEncoding: Bool {
        guard type != .text, let first = value.utf8.first else { return true }
        return value.utf8.count > 1 && Multibase.Base(rawValue: String(Unicode.Scalar(first))) != nil
    }

    /// What is wrong with the claim by itself (OpenDID sheet 3.2); empty when nothing is.
    /// - Parameter field: where the claim stands.
    func validationErrors(field: String) -> [DataModelError] {
        var errors: [DataModelError] = []
        if code.isEmpty { errors.append(DataModelError(.missing, field: field + ".code", reason: "a code expected")) }
        if !type.formats.contains(format) {
            errors.append(DataModelError(
                .invalidValue, field: field + ".format", reason: "\(format.rawValue) is no format of type \(type.rawValue)"))
        }
        do throws(DataModelError) {
            switch dataLocation {
            case .inline:
                guard namesEncoding else {
                    throw DataModelError(.invalidValue, field: "value", reason: "a multibase text expected, or none")
                }
                // Data is decoded where a digest says what it has to be. Without one nothing can be wrong with it but its encoding, which
                // shows when somebody reads it; a large picture in base58 must not make a credential unreadable.
                try checkDigest()
            case .remote, .attach:
                guard !value.isEmpty else {
                    throw DataModelError(.missing, field: "value", reason: "where the data is expected")
                }
                guard let digestSRI else {
                    throw DataModelError(.digest, field: "digestSRI", reason: "data that is elsewhere needs a digest")
                }
                _ = try DigestSRI(digestSRI)
                try checkTranslations()
            }
        } catch {
            errors.append(DataModelError(error.code, field: "\(field).\(error.field)", reason: error.reason))
        }
        return errors
    }
}
