import HeraldJSON

/// Where a document has texts of decimal digits that its sender signs as numbers, however large. Upstream's release 2 writes the numbers of
/// anonymous credentials as texts, because other readers would round them, and signs them as the numbers they are.
indirect enum SignedNumbers: Sendable, Hashable {
    /// The value is such a text.
    case digits
    /// Each member of the value is one, whatever its name.
    case each
    /// Members of the value have such texts; they may be absent.
    case members([String: SignedNumbers])

    /// The longest text that is read as a number, in digits: far more than the numbers of any key in use have.
    static let digitLimit = 4096

    /// did-zkp-sdk-server V2.0.0 CredentialOffer and KeyCorrectnessProof.
    static let issueProfile = SignedNumbers.members([
        "profile": .members([
            "credentialOffer": .members([
                "nonce": .digits, "keyCorrectnessProof": .members(["c": .digits, "xzCap": .digits, "xrCap": .each]),
            ]),
        ]),
    ])

    /// What to change of an object so that its numbers are numbers; nothing when it has none.
    /// - Returns: `nil` when a value is not what belongs in its place.
    func edits(of object: JSONView) throws(JSONError) -> [String: CanonicalEdit]? {
        guard object.kind == .object else { return nil }
        var edits: [String: CanonicalEdit] = [:]
        for (name, member) in object.members where !member.isNull {
            guard let wanted = part(name) else { continue }
            if wanted == .digits {
                guard let number = Self.number(member) else { return nil }
                edits[name] = .set(number)
            } else {
                guard let inner = try wanted.edits(of: member) else { return nil }
                if !inner.isEmpty { edits[name] = .set(try member.canonicalBytes(omittingNulls: true, edits: inner)) }
            }
        }
        return edits
    }

    private func part(_ name: String) -> SignedNumbers? {
        switch self {
        case .digits: nil
        case .each: .digits
        case .members(let parts): parts[name]
        }
    }

    /// A text that is exactly how a number is written, so that no two texts are one number.
    private static func number(_ view: JSONView) -> [UInt8]? {
        guard view.rawBytes.count <= digitLimit + 2, let text = view.string else { return nil }
        let digits = Array(text.utf8)
        guard let first = digits.first, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        return first == UInt8(ascii: "0") && digits.count > 1 ? nil : digits
    }
}
