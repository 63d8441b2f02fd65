import OpenDID_DataModel

extension ClaimData {
    /// Returns the claims of a credential in the order of the schema, in every available language (OpenDID sheet 3.2). Captions come from
    /// the schema. If the schema has no caption in a language, the caption of the main language is used.
    ///
    /// Values that the schema does not name are left out. They are allowed, because a person's record may serve several plans.
    /// - Throws: ``DataModelError`` if a required value is missing, or if a value does not have the form of its claim.
    func claims(of schema: VCSchema) throws(DataModelError) -> [VerifiableCredential.Claim] {
        let codes = Set(schema.items.map(\.code))
        let known = values.filter { codes.contains($0.key) }
        var claims = try schema.claims(from: known, digests: digests.filter { known[$0.key] != nil })
        for (language, texts) in translations {
            for index in claims.indices {
                guard let value = texts[claims[index].code] else { continue }
                let caption = claims[index].i18n?[language]?.caption ?? claims[index].caption
                claims[index].i18n = (claims[index].i18n ?? [:]).merging(
                    [language: VerifiableCredential.Internationalization(caption: caption, value: value)]) { $1 }
            }
        }
        return claims
    }
}
