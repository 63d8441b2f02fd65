import OpenDID_DataModel

extension [VerifiableCredential.Claim] {
    /// A number of bytes that the canonical form of these claims does not exceed, unless they have members that the model does not declare.
    /// It is found without encoding them.
    var mostBytes: Int {
        reduce(2) { sum, claim in
            let translations = (claim.i18n ?? [:]).reduce(0) { sum, entry in
                sum + ClaimSize.members
                    + ClaimSize.escaped(entry.key, entry.value.caption, entry.value.value, entry.value.digestSRI)
            }
            return sum + ClaimSize.members + translations
                + ClaimSize.escaped(claim.code, claim.caption, claim.value, claim.digestSRI)
        }
    }
}

private enum ClaimSize {
    /// The most bytes of a claim's names, quotes and values other than free texts.
    static let members = 512

    /// The most bytes of texts as JSON. A byte takes at most six bytes when it is escaped.
    static func escaped(_ texts: String?...) -> Int { texts.reduce(0) { $0 + 6 * ($1?.utf8.count ?? 0) } }
}
