import HeraldKeys

extension VerifiableCredential.Claim {
    /// True if the value is shown masked. Defaults to false.
    public var isHidden: Bool { hideValue ?? false }
    /// The place of the data. Defaults to `inline`.
    public var dataLocation: Location { location ?? .inline }

    /// Returns the raw data that the claim contains: the UTF-8 bytes of a text, or the decoded bytes of an image or document (OpenDID sheet
    /// 3.2). An empty value gives no bytes.
    ///
    /// An image or document is multibase, a data URL with base64, or base64 of the standard alphabet with padding. A text that begins with
    /// `data:` is a data URL. A text that begins with `f`, `F`, `z`, `m` or `u` is multibase if this encoding can decode it, unless only its
    /// reading as base64 has the digest of the claim. Every other text is base64.
    ///
    /// In base58, an image or document may have at most 65,536 characters, because decoding base58 takes time that grows with the square of
    /// the length. In the other encodings it may have any size.
    /// - Throws: `DataModelError` with code `invalidValue` if the data is not in the claim or has none of these forms.
    public func inlineData() throws(DataModelError) -> [UInt8] {
        guard dataLocation == .inline else {
            throw DataModelError(.invalidValue, field: "location", reason: "the data is not in the claim")
        }
        // A malformed digest is reported by `checkDigest`.
        return try data(of: value, digest: digestSRI.flatMap { try? DigestSRI($0) })
    }

    /// Checks the digests of the claim's data and of its translations.
    /// - Parameter data: the raw data, if it is not in the claim. Defaults to the data in the claim.
    /// - Throws: `DataModelError` with code `digest` if a digest is malformed or does not match, or if it is missing and the data is not in
    ///   the claim. `DataModelError` with code `invalidValue` if there is no data to check.
    public func checkDigest(of data: [UInt8]? = nil) throws(DataModelError) {
        guard let digestSRI else {
            guard dataLocation == .inline else {
                throw DataModelError(.digest, field: "digestSRI", reason: "data outside the claim needs a digest")
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

    /// Checks the digests of the translations. If the data is not in the claim, only the form of the digests is checked, because the
    /// translated data is not in the claim either.
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
            guard digest.matches(try data(of: value, digest: digest)) else {
                throw DataModelError(.digest, field: field, reason: "the digest belongs to other data")
            }
        }
    }

    /// The longest base58 value of a claim, in characters. It holds 48 KiB of data. The limit exists because base58 is slow to decode and a
    /// presentation may have many claims. Larger data must be in base64.
    private static let base58Limit = 64 << 10

    private func data(of value: String, digest: DigestSRI?) throws(DataModelError) -> [UInt8] {
        guard type != .text, !value.isEmpty else { return Array(value.utf8) }
        do {
            return try InlineValue(value).bytes(base58Limit: Self.base58Limit, digest: digest)
        } catch {
            throw DataModelError(.invalidValue, field: "value", reason: error.reason)
        }
    }

    /// Checks that the value is empty, is a text that needs no encoding, or has one of the forms of ``InlineValue``.
    private func checkForm() throws(DataModelError) {
        guard type != .text, !value.isEmpty else { return }
        do {
            try InlineValue(value).checkForm()
        } catch {
            throw DataModelError(.invalidValue, field: "value", reason: error.reason)
        }
    }

    /// Returns the faults of the claim that can be found without its schema (OpenDID sheet 3.2), or an empty array.
    /// - Parameter field: the path of the claim.
    func validationErrors(field: String) -> [DataModelError] {
        var errors: [DataModelError] = []
        if code.isEmpty { errors.append(DataModelError(.missing, field: field + ".code", reason: "a code expected")) }
        if !type.formats.contains(format) {
            errors.append(
                DataModelError(
                    .invalidValue, field: field + ".format",
                    reason: "\(format.rawValue) is not a format of type \(type.rawValue)"))
        }
        do throws(DataModelError) {
            switch dataLocation {
            case .inline:
                try checkForm()
                // Without a digest, multibase is not decoded here. Only its encoding could be wrong, and readers of the data notice that.
                // Decoding it would refuse the whole credential if it contains a large picture in base58.
                try checkDigest()
            case .remote, .attach:
                guard !value.isEmpty else {
                    throw DataModelError(.missing, field: "value", reason: "the place of the data is expected")
                }
                guard let digestSRI else {
                    throw DataModelError(.digest, field: "digestSRI", reason: "data outside the claim needs a digest")
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
