/// What an issuer stores about a person. At least one of the two names is needed.
struct IssuerUser: Sendable, Hashable, Unprinted {
    /// What the TAS knows the person by.
    var pii: String?
    /// The person's DID.
    var did: String?
    /// Values by claim code, or by the code's last part.
    var values: [String: String]
    /// Values in other languages: by language, then as in ``values``.
    var translations: [String: [String: String]]

    init(pii: String? = nil, did: String? = nil, values: [String: String], translations: [String: [String: String]] = [:]) {
        self.pii = pii
        self.did = did
        self.values = values
        self.translations = translations
    }

    /// A person whom the servers know from the start.
    init(_ seed: UserSeed) {
        var translations: [String: [String: String]] = [:]
        for (code, claim) in seed.claims {
            for (language, text) in claim.translations { translations[language, default: [:]][code] = text }
        }
        self.init(pii: seed.pii, values: seed.claims.mapValues(\.value), translations: translations)
    }
}
