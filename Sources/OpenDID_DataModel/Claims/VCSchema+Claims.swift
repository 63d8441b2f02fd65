extension VCSchema {
    /// How many of its claims a credential has to show.
    public enum Coverage: Sendable, Hashable {
        /// As issued: every required claim, in the order of the schema.
        case issued
        /// As presented: any of them, in the order of the schema.
        case presented
    }

    /// What is wrong with claims under this schema (OpenDID sheet 3.2, 3.5); empty when nothing is: each claim is defined, is there once,
    /// has the type, format and location of its definition and a value of that form, and stands in the schema's order.
    ///
    /// Captions and masking are for people to look at and are not compared.
    public func errors(inClaims claims: [VerifiableCredential.Claim], coverage: Coverage = .issued) -> [DataModelError] {
        // Of an item that a faulty schema defines twice the first one counts.
        let places = Dictionary(items.enumerated().map { ($1.code, (order: $0, item: $1)) }, uniquingKeysWith: { first, _ in first })
        var errors: [DataModelError] = []
        var seen: Set<String> = []
        var last = -1
        for (index, claim) in claims.enumerated() {
            let field = "credentialSubject.claims[\(index)]"
            guard let (order, item) = places[claim.code] else {
                errors.append(DataModelError(.unknown, field: field + ".code", reason: "the schema has no claim of this code"))
                continue
            }
            if !seen.insert(claim.code).inserted {
                errors.append(DataModelError(.duplicate, field: field + ".code", reason: "an earlier claim has this code"))
            } else if order < last {
                errors.append(DataModelError(.invalidValue, field: field, reason: "the claims are not in the order of the schema"))
            }
            last = max(last, order)
            errors += Self.errors(in: claim, item: item, field: field)
        }
        if coverage == .issued {
            for item in items where item.isRequired && !seen.contains(item.code) {
                errors.append(DataModelError(
                    .missing, field: "credentialSubject.claims", reason: "the required claim \(Excerpt.of(item.code)) is missing"))
            }
        }
        return errors
    }

    /// What is wrong with a credential under this schema: its schema id, and as ``errors(inClaims:coverage:)``.
    public func errors(in credential: VerifiableCredential, coverage: Coverage = .issued) -> [DataModelError] {
        var errors: [DataModelError] = []
        if credential.credentialSchema.id != id {
            errors.append(DataModelError(.invalidValue, field: "credentialSchema.id", reason: "the credential follows another schema"))
        }
        return errors + self.errors(inClaims: credential.credentialSubject.claims, coverage: coverage)
    }

    /// Checks a credential against this schema.
    /// - Throws: the first of ``errors(in:coverage:)``.
    public func check(_ credential: VerifiableCredential, coverage: Coverage = .issued) throws(DataModelError) {
        if let error = errors(in: credential, coverage: coverage).first { throw error }
    }

    /// Claims from values, as an issuer writes them: in the order of the schema, with its captions, types and formats, and `hideValue`
    /// always there: upstream's Android SDK writes it whatever it read, so that a signature over claims without it would not hold there (did-client-sdk-aos,
    /// `Claim.hideValue`). `location` stays out where the schema leaves it out, because written or not it is signed (OpenDID sheet 2.1).
    /// - Parameters:
    ///   - values: by code; text, multibase of bytes, or where the data is.
    ///   - digests: by code; required where the data is not in the claim.
    /// - Throws: the first of ``errors(inClaims:coverage:)``, and `unknown` for a value or digest without claim.
    public func claims(
        from values: [String: String], digests: [String: DigestSRI] = [:]
    ) throws(DataModelError) -> [VerifiableCredential.Claim] {
        let codes = Set(items.map(\.code))
        for code in values.keys.sorted() where !codes.contains(code) {
            throw DataModelError(.unknown, field: "values", reason: "the schema has no claim of the code \(Excerpt.of(code))")
        }
        for code in digests.keys.sorted() where values[code] == nil {
            throw DataModelError(.unknown, field: "digests", reason: "there is no value for the code \(Excerpt.of(code))")
        }
        let claims = items.compactMap { item in
            values[item.code].map { value in
                VerifiableCredential.Claim(
                    code: item.code, caption: item.definition.caption, value: value, type: item.definition.type,
                    format: item.definition.format, hideValue: item.definition.hideValue ?? false, location: item.definition.location,
                    digestSRI: digests[item.code]?.text,
                    i18n: item.definition.i18n?.mapValues { VerifiableCredential.Internationalization(caption: $0) })
            }
        }
        if let error = errors(inClaims: claims).first { throw error }
        return claims
    }

    private static func errors(in claim: VerifiableCredential.Claim, item: Item, field: String) -> [DataModelError] {
        var errors = claim.validationErrors(field: field)
        let definition = item.definition
        if claim.type != definition.type {
            errors.append(DataModelError(.invalidValue, field: field + ".type", reason: "the schema says \(definition.type.rawValue)"))
        }
        if claim.format != definition.format {
            errors.append(DataModelError(.invalidValue, field: field + ".format", reason: "the schema says \(definition.format.rawValue)"))
        }
        if claim.dataLocation != item.location {
            errors.append(DataModelError(.invalidValue, field: field + ".location", reason: "the schema says \(item.location.rawValue)"))
        }
        return errors
    }
}
