import HeraldJSON

/// The places in a document where the sender writes a number as text, but signs it as a number. Upstream's release 2 does this with the
/// numbers of anonymous credentials, because other programs would round such large numbers.
indirect enum SignedNumbers: Sendable, Hashable {
    /// The value is a number that is written as text.
    case digits
    /// Every member of the value is a number that is written as text.
    case each
    /// The named members of the value contain numbers that are written as text. They may be absent.
    case members([String: SignedNumbers])

    /// The longest text that is read as a number, in digits. The numbers that programs use are far shorter.
    static let digitLimit = 4096

    /// The numbers in a profile's CredentialOffer and KeyCorrectnessProof (did-zkp-sdk-server V2.0.0).
    static let issueProfile = SignedNumbers.members([
        "profile": .members([
            "credentialOffer": .members([
                "nonce": .digits, "keyCorrectnessProof": .members(["c": .digits, "xzCap": .digits, "xrCap": .each]),
            ])
        ])
    ])

    /// Returns the changes that replace texts with the numbers that they contain. The result is empty if the object has no such text.
    /// - Returns: `nil` if a value has another kind than expected.
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

    /// Converts a text to a number. It accepts only the shortest form of a number, so that no two texts give the same number.
    private static func number(_ view: JSONView) -> [UInt8]? {
        guard view.rawBytes.count <= digitLimit + 2, let text = view.string else { return nil }
        let digits = Array(text.utf8)
        guard let first = digits.first, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        return first == UInt8(ascii: "0") && digits.count > 1 ? nil : digits
    }
}
