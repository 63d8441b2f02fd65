import HeraldJSON
import HeraldKeys
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel

/// Right messages at the wrong time: too late, at another step, in another protocol, and when all is over.
enum OrderStrikes {
    /// A message that was sent and accepted in another wallet's life.
    struct Spent: Sendable {
        let flow: String
        let call: ServiceCall
        let body: JSONValue
    }

    /// The message itself, beyond the lifetimes that it depends on.
    static func stale(_ call: ServiceCall, _ body: JSONValue, _ lifetimes: ServiceLifetimes = ServiceLifetimes())
        -> [Strike]
    {
        var ages: [(String, Duration)] = []
        let isTrustAgent = call.role == .tas
        if body["txId"] != nil {
            ages.append(("transaction", isTrustAgent ? lifetimes.trustAgentTransaction : lifetimes.verifierTransaction))
        }
        if body["serverToken"] != nil { ages.append(("server token", lifetimes.serverToken)) }
        switch call.name {
        case "propose-restore-diddoc": ages.append(("offer", lifetimes.restoreOffer))
        case "propose-issue-vc", "request-profile": ages.append(("offer", lifetimes.issueOffer))
        default: break
        }
        return ages.map {
            Strike(kind: .stale, detail: $0.0, call: call, body: body, ahead: $0.1.components.seconds + 1)
        }
    }

    /// Messages of other steps and protocols, put into the transaction that waits for `call`, with its token where there is one.
    static func misplaced(
        in flow: String, instead call: ServiceCall, _ body: JSONValue, token: JSONValue?, _ library: [Spent]
    ) -> [Strike] {
        guard let transaction = body["txId"] else { return [] }
        return library.filter { $0.call.name != call.name && $0.body["txId"] != nil }.map { spent in
            var body = spent.body
            body["txId"] = transaction
            if body["serverToken"] != nil, let token { body["serverToken"] = token }
            return Strike(
                kind: spent.flow == flow ? .misplaced : .crossed, detail: "of \(spent.flow) instead of \(call.name)",
                call: spent.call,
                body: body)
        }
    }

    /// Each message of a protocol that is through, under a new id.
    static func replayed(_ messages: [Spent]) -> [Strike] {
        messages.filter { $0.body["txId"] != nil || $0.call.name == "request-register-wallet" }.map { spent in
            Strike(
                kind: .replayed, detail: "when all is over", call: spent.call,
                body: spent.body.setting("20260101000000000000ABCDEF01", at: JSONPlace("id")))
        }
    }
}

/// Halves of a key agreement that are signed as they should be, and are none.
enum SessionStrikes {
    static func all(_ call: ServiceCall, _ body: JSONValue, _ forger: Forger) async throws -> [Strike] {
        guard call.name == "request-ecdh", let half = body["reqEcdh"] else { return [] }
        func text(_ bytes: [UInt8]) -> JSONValue { .string(Multibase.encode(bytes, as: .base58btc)) }
        let changes: [(String, String, JSONValue)] = [
            ("publicKey", "a point off the curve", text([2] + [UInt8](repeating: 0xFF, count: 32))),
            ("publicKey", "the point at infinity", text([0])),
            ("publicKey", "a key cut short", text([2] + [UInt8](repeating: 1, count: 15))),
            ("publicKey", "a key of zeros", text([UInt8](repeating: 0, count: 33))),
            ("curve", "a curve nobody knows", "Curve448"),
            ("clientNonce", "a nonce of 15 bytes", text([UInt8](repeating: 3, count: 15))),
            ("clientNonce", "a nonce that is no multibase", "!nonce"),
            ("candidate", "a cipher that shows equal blocks", ["ciphers": ["AES-256-ECB"]]),
            ("candidate", "no cipher", ["ciphers": []]),
        ]
        var strikes: [Strike] = []
        for (member, detail, value) in changes {
            guard let signed = try await forger.signedAgain(half.setting(value, at: JSONPlace(member))) else {
                continue
            }
            strikes.append(
                Strike(
                    kind: .misencrypted, detail: detail, call: call,
                    body: body.setting(signed, at: JSONPlace("reqEcdh"))))
        }
        return strikes
    }
}
