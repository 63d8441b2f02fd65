extension VCSchema {
    /// The rule that says which of the schema's claims a credential must have.
    public enum Coverage: Sendable, Hashable {
        /// The rule for an issued credential: it has every required claim, in the order of the schema.
        case issued
        /// The rule for a presented credential: it may omit claims, and the others are in the order of the schema.
        case presented
    }

    /// Returns the faults of claims under this schema (OpenDID sheet 3.2, 3.5), or an empty array. The schema must define each claim, and
    /// each claim must occur once. Each claim must have the type, format and location that the schema gives it, and a value of that form.
    /// The claims must be in the schema's order.
    ///
    /// Captions and masking are not compared, because they are only for display.
    public func errors(inClaims claims: [VerifiableCredential.Claim], coverage: Coverage = .issued) -> [DataModelError]
    {
        errors(inClaims: claims, of: items, coverage: coverage)
    }

    private func errors(inClaims claims: [VerifiableCredential.Claim], of items: [Item], coverage: Coverage)
        -> [DataModelError]
    {
        // If the schema is faulty and defines a claim twice, the first definition is used.
        let places = Dictionary(
            items.enumerated().map { ($1.code, (order: $0, item: $1)) }, uniquingKeysWith: { first, _ in first })
        var errors: [DataModelError] = []
        var seen: Set<String> = []
        var last = -1
        for (index, claim) in claims.enumerated() {
            let field = "credentialSubject.claims[\(index)]"
            guard let (order, item) = places[claim.code] else {
                errors.append(
                    DataModelError(.unknown, field: field + ".code", reason: "the schema has no claim of this code"))
                continue
            }
            if !seen.insert(claim.code).inserted {
                errors.append(
                    DataModelError(.duplicate, field: field + ".code", reason: "an earlier claim has this code"))
            } else if order < last {
                errors.append(
                    DataModelError(.invalidValue, field: field, reason: "the claims are not in the order of the schema")
                )
            }
            last = max(last, order)
            errors += Self.errors(in: claim, item: item, field: field)
        }
        if coverage == .issued {
            for item in items where item.isRequired && !seen.contains(item.code) {
                errors.append(
                    DataModelError(
                        .missing, field: "credentialSubject.claims",
                        reason: "the required claim \(Excerpt.of(item.code)) is missing"))
            }
        }
        return errors
    }

    /// Returns the faults of a credential under this schema. It is a fault if the credential names another schema. The other faults are
    /// those of ``errors(inClaims:coverage:)``.
    public func errors(in credential: VerifiableCredential, coverage: Coverage = .issued) -> [DataModelError] {
        var errors: [DataModelError] = []
        if credential.credentialSchema.id != id {
            errors.append(
                DataModelError(
                    .invalidValue, field: "credentialSchema.id", reason: "the credential follows another schema"))
        }
        return errors + self.errors(inClaims: credential.credentialSubject.claims, coverage: coverage)
    }

    /// Checks a credential against this schema.
    /// - Throws: the first fault of ``errors(in:coverage:)``.
    public func check(_ credential: VerifiableCredential, coverage: Coverage = .issued) throws(DataModelError) {
        if let error = errors(in: credential, coverage: coverage).first { throw error }
    }

    /// Returns claims with the given values, as an issuer writes them: in the order of the schema, with the captions, types and formats of
    /// the schema. `hideValue` is always written. Upstream's Android SDK always writes it before it verifies a signature, so the signature
    /// would fail without it (did-client-sdk-aos, `Claim.hideValue`). `location` is omitted if the schema omits it, because the signature
    /// depends on its presence (OpenDID sheet 2.1).
    /// - Parameters:
    ///   - values: the values by claim code: a text, an image or document in one of the forms of
    ///     ``VerifiableCredential/Claim/inlineData()``, or the location of the data. A value is written unchanged.
    ///   - digests: the digests by claim code. A digest is required if the data is not in the claim.
    /// - Throws: `DataModelError` for the first fault of ``errors(inClaims:coverage:)``, or with code `unknown` if the schema has no claim
    ///   for a value, or if a digest has no value.
    public func claims(
        from values: [String: String], digests: [String: DigestSRI] = [:]
    ) throws(DataModelError) -> [VerifiableCredential.Claim] {
        let items = items
        let codes = Set(items.map(\.code))
        for code in values.keys.sorted() where !codes.contains(code) {
            throw DataModelError(
                .unknown, field: "values", reason: "the schema has no claim of the code \(Excerpt.of(code))")
        }
        for code in digests.keys.sorted() where values[code] == nil {
            throw DataModelError(
                .unknown, field: "digests", reason: "there is no value for the code \(Excerpt.of(code))")
        }
        let claims = items.compactMap { item in
            values[item.code].map { value in
                VerifiableCredential.Claim(
                    code: item.code, caption: item.definition.caption, value: value, type: item.definition.type,
                    format: item.definition.format, hideValue: item.definition.hideValue ?? false,
                    location: item.definition.location,
                    digestSRI: digests[item.code]?.text,
                    i18n: item.definition.i18n?.mapValues { VerifiableCredential.Internationalization(caption: $0) })
            }
        }
        if let error = errors(inClaims: claims, of: items, coverage: .issued).first { throw error }
        return claims
    }

    private static func errors(in claim: VerifiableCredential.Claim, item: Item, field: String) -> [DataModelError] {
        var errors = claim.validationErrors(field: field)
        let definition = item.definition
        if claim.type != definition.type {
            errors.append(
                DataModelError(
                    .invalidValue, field: field + ".type", reason: "the schema says \(definition.type.rawValue)"))
        }
        if claim.format != definition.format {
            errors.append(
                DataModelError(
                    .invalidValue, field: field + ".format", reason: "the schema says \(definition.format.rawValue)"))
        }
        if claim.dataLocation != item.location {
            errors.append(
                DataModelError(
                    .invalidValue, field: field + ".location", reason: "the schema says \(item.location.rawValue)"))
        }
        return errors
    }
}
