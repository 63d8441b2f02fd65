import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// The conditions that hold for every input. If one does not hold, the process traps, and libFuzzer reports it.
///
/// An input is the name of a type, a line feed and a text.
enum OpenDIDFuzz {
    /// - Returns: 0, or -1 for an input that is of no use and need not be kept.
    static func check(_ input: UnsafeBufferPointer<UInt8>) -> CInt {
        guard let end = input.firstIndex(of: UInt8(ascii: "\n")),
            let type = FuzzedTypes.byName[String(decoding: input[..<end], as: UTF8.self)]
        else { return -1 }
        check(type, Array(input[(end + 1)...]))
        return 0
    }

    private static func check<T: FuzzedTypes.Model>(_ type: T.Type, _ text: [UInt8]) {
        let model: T
        do {
            model = try T(jsonBytes: text)
        } catch {
            hold((0...text.count).contains(error.offset ?? -1), "an error is somewhere in the text")
            hold(!error.reason.isEmpty, "an error has a reason")
            if let document = try? SignedDocument(text) { checkSignatures(document) }
            return
        }
        checkRoundTrip(model, text)
        if let document = try? SignedDocument(text) { checkSignatures(document) }
    }

    private static func checkRoundTrip<T: FuzzedTypes.Model>(_ model: T, _ text: [UInt8]) {
        // Unknown members may hold numbers that have no canonical form.
        let expected = Result { () throws(JSONError) in
            try JSONDocument(asWritten(text, type: T.self)).root.canonicalBytes(omittingNulls: true)
        }
        let canonical = Result { () throws(JSONError) in try model.canonicalBytes() }
        switch (expected, canonical) {
        case (.success(let expected), .success(let canonical)):
            hold(expected == canonical, "the canonical form is that of the text")
            guard let again = try? T(jsonBytes: canonical) else { return hold(false, "what is written can be read") }
            hold(again == model && again.hashValue == model.hashValue, "what is written is read back as it was")
        case (.failure(let expected), .failure(let error)):
            hold(expected.code == .notCanonical && error.code == .notCanonical, "only numbers have no canonical form")
        default: hold(false, "text and model agree on whether there is a canonical form")
        }
        guard let pretty = try? model.toJson(isPretty: true) else {
            return hold(false, "every model can be written for a person")
        }
        hold((try? T(from: pretty)) == model, "what is written for a person is read back as it was")
    }

    /// The text that comes back: the one that was read, but for plans. Of two members of a plan the original text has other names than the
    /// servers; either is read and the servers' one is written (OpenDID sheet 4.9, #11), so their text changes as it is meant to.
    private static func asWritten<T>(_ text: [UInt8], type: T.Type) -> [UInt8] {
        guard T.self == VCPlan.self || T.self == VCPlanList.self, let tree = try? JSONValue(parsing: text) else {
            return text
        }
        guard T.self == VCPlanList.self, let plans = tree["items"]?.arrayValue else {
            return Lookalikes.asWritten(tree).serialized()
        }
        var list = tree
        list["items"] = .array(plans.map(Lookalikes.asWritten))
        return list.serialized()
    }

    /// No input carries a signature of this key: its private half was forgotten.
    private static let key = VerificationKey.p256(P256PrivateKey().publicKey)
    private static let koblitzKey = VerificationKey.secp256k1(Secp256k1PrivateKey().publicKey)

    private static func checkSignatures(_ document: SignedDocument) {
        for key in [key, koblitzKey] {
            hold((try? document.checkSignature(.proof, with: key)) == nil, "nothing verifies under a foreign key")
            hold((try? document.checkClaimSignatures(with: key)) == nil, "no claim verifies under a foreign key")
        }
        guard let places = try? document.proofPlaces() else { return }
        for place in places.prefix(3) {
            hold((try? document.checkSignature(place, with: key)) == nil, "no proof verifies under a foreign key")
            guard let signed = try? document.signedBytes(place) else { continue }
            hold((try? JSONValue(parsing: signed).canonicalBytes()) == signed, "what is signed is in canonical form")
        }
        guard let digests = try? document.claimDigests() else { return }
        for (index, digest) in digests.enumerated().prefix(3) {
            hold((try? document.digest(.claim(index))) == digest, "a claim has one digest")
        }
    }

    static func hold(_ condition: Bool, _ promise: StaticString) {
        precondition(condition, "broken promise: \(promise)")
    }
}
