/// An issuer's record of a person. It contains the PII, the DID or both.
struct IssuerUser: Sendable, Hashable, Unprinted {
    /// The personal data that identifies the person at the trust agent.
    var pii: String?
    /// The person's DID. If it is `nil`, a stored record keeps its DID.
    var did: String?
    /// True if a stored record loses its DID, so that the person may use any DID.
    var clearsDID: Bool
    /// The values by claim code, or by the last part of the claim code.
    var values: [String: String]
    /// The values in other languages, by language and then by claim code as in ``values``.
    var translations: [String: [String: String]]

    init(
        pii: String? = nil, did: String? = nil, clearsDID: Bool = false, values: [String: String],
        translations: [String: [String: String]] = [:]
    ) {
        self.pii = pii
        self.did = did
        self.clearsDID = clearsDID
        self.values = values
        self.translations = translations
    }

    /// Creates the record of a seed's user.
    init(_ seed: UserSeed) {
        var translations: [String: [String: String]] = [:]
        for (code, claim) in seed.claims {
            for (language, text) in claim.translations { translations[language, default: [:]][code] = text }
        }
        self.init(pii: seed.pii, values: seed.claims.mapValues(\.value), translations: translations)
    }
}
