import HeraldJSON
import HeraldKeys
import OpenDIDWallet
import OpenDID_DataModel

/// Every signed part of a message signed again: wrongly as it is, and rightly with something in it that belongs elsewhere.
struct SignatureStrikes: Sendable {
    let forger: Forger

    func all(_ call: ServiceCall, _ body: JSONValue, _ other: JSONValue) async throws -> [Strike] {
        var strikes: [Strike] = []
        for place in Self.signedParts(of: body) {
            guard let part = body[place] else { continue }
            for forgery in try await forger.forgeries(of: part) {
                strikes.append(
                    Strike(
                        kind: .resigned, detail: "\(place) \(forgery.detail)", call: call,
                        body: body.setting(forgery.part, at: place)))
            }
            if let old = try await outdated(part) {
                strikes.append(
                    Strike(
                        kind: .stale, detail: "\(place) signed long ago", call: call, body: body.setting(old, at: place)
                    ))
            }
            strikes += try await substitutions(call, body, other, at: place)
            strikes += try await documents(call, body, other, at: place)
        }
        return strikes
    }

    /// A part with a nonce of the sender's, signed two days ago.
    private func outdated(_ part: JSONValue) async throws -> JSONValue? {
        guard part["clientNonce"] != nil || part["nonce"] != nil, let created = part["proof"]?["created"]?.stringValue
        else { return nil }
        let before = try UTCInstant(created).advanced(by: .seconds(-2 * 86_400)).text
        return try await forger.signedAgain(part.setting(.string(before), at: JSONPlace("proof", "created")))
    }

    /// Members of another's message under this one's signature.
    private func substitutions(_ call: ServiceCall, _ body: JSONValue, _ other: JSONValue, at place: JSONPlace)
        async throws -> [Strike]
    {
        guard let part = body[place], let foreign = other[place] else { return [] }
        var strikes: [Strike] = []
        for inner in part.places() where inner.parts.first != .member("proof") {
            guard let value = foreign[inner], value != part[inner] else { continue }
            guard let signed = try await forger.signedAgain(part.setting(value, at: inner)) else { return [] }
            strikes.append(
                Strike(
                    kind: .substituted, detail: "\(place + inner)", call: call, body: body.setting(signed, at: place)))
        }
        return strikes
    }

    /// The DID document in an envelope with one member changed, in an envelope that holds where its signer is the owner.
    private func documents(_ call: ServiceCall, _ body: JSONValue, _ other: JSONValue, at place: JSONPlace) async throws
        -> [Strike]
    {
        let inner = place + JSONPlace("ownerDidDoc")
        guard let text = body[inner]?.stringValue, let foreign = other[inner]?.stringValue else { return [] }
        let document = try JSONValue(parsing: Multibase.decode(text).bytes)
        var strikes: [Strike] = []
        for change in FieldStrikes.changes(
            of: document, against: try JSONValue(parsing: Multibase.decode(foreign).bytes))
        {
            let envelope = body.setting(.string(Multibase.encode(change.value.serialized(), as: .base64)), at: inner)
            guard let part = envelope[place] else { continue }
            let signed = try await forger.signedAgain(part) ?? part
            strikes.append(
                Strike(
                    kind: change.kind, detail: "\(inner) holding \(change.place)", call: call,
                    body: envelope.setting(signed, at: place)))
        }
        return strikes
    }

    /// The places of objects with a proof; the root is one of them where the whole message is signed.
    static func signedParts(of value: JSONValue) -> [JSONPlace] {
        ([JSONPlace()] + value.places()).filter { value[$0]?["proof"]?.objectValue != nil }
    }
}
