import OpenDID_DataModel

extension ClaimData {
    /// The claims of a credential, in the order of the schema, in every language that is at hand (OpenDID sheet 3.2): captions from the
    /// schema, values from here. A language that the schema has no caption in keeps the caption of the main language.
    ///
    /// Values that the schema does not ask for stay out: the person's record may serve several plans.
    /// - Throws: ``DataModelError`` for a required value that is missing, and for one that does not have the form of its claim.
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
