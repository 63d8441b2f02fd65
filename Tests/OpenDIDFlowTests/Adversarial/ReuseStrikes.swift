import Foundation
import HeraldJSON
import HeraldKeys
import OpenDIDWallet
import OpenDID_DataModel

/// Parts with a nonce of their sender's that were accepted in an earlier transaction, and new ones with an old nonce: in the present
/// transaction, at the step where such a part is awaited.
struct ReuseStrikes: Sendable {
    /// A signed part of a message that was accepted.
    struct Accepted: Sendable {
        let flow: String
        let place: JSONPlace
        let part: JSONValue
    }

    let forger: Forger
    /// An app's part is its provider's to sign.
    let provider: any ProofSigner

    /// The places of such parts, the members with their nonces, and the members that name their signers.
    private static let places: [(place: JSONPlace, nonce: JSONPlace, signer: JSONPlace)] = [
        (JSONPlace("reqEcdh"), JSONPlace("clientNonce"), JSONPlace("client")),
        (JSONPlace("seed", "walletInfo"), JSONPlace("nonce"), JSONPlace("wallet", "did")),
        (JSONPlace("seed", "caAppInfo"), JSONPlace("nonce"), JSONPlace("provider", "did")),
        (JSONPlace("signedDidDoc"), JSONPlace("nonce"), JSONPlace("wallet", "did")),
    ]

    /// Those of a message that was accepted.
    static func accepted(in flow: String, _ body: JSONValue) -> [Accepted] {
        places.compactMap { place, _, _ in body[place].map { Accepted(flow: flow, place: place, part: $0) } }
    }

    /// Every place, once with a whole part and once with a nonce.
    static let ways = Set(places.flatMap { ["\($0.place) of", "\($0.place) with the nonce of"] })

    /// Which of ``ways`` a strike is; `nil` when it is of another kind.
    static func way(of strike: Strike) -> String? {
        guard strike.kind == .reused, let end = strike.detail.range(of: " an earlier ") else { return nil }
        return String(strike.detail[..<end.lowerBound])
    }

    /// - Parameter accepted: the messages of the same wallet that were accepted before.
    func all(_ call: ServiceCall, _ body: JSONValue, _ accepted: [Accepted]) async throws -> [Strike] {
        var strikes: [Strike] = []
        for (place, nonce, signer) in Self.places {
            guard let part = body[place] else { continue }
            for old in accepted where old.place == place && old.part[signer] == part[signer] {
                strikes.append(
                    Strike(
                        kind: .reused, detail: "\(place) of an earlier \(old.flow)", call: call,
                        body: body.setting(old.part, at: place)))
                let renewed = part.setting(old.part[nonce], at: nonce)
                var signed = try await forger.signedAgain(renewed)
                if signed == nil { signed = try await Forger.signed(renewed, by: provider) }
                strikes.append(
                    Strike(
                        kind: .reused, detail: "\(place) with the nonce of an earlier \(old.flow)", call: call,
                        body: body.setting(signed, at: place)))
            }
        }
        return strikes
    }
}
