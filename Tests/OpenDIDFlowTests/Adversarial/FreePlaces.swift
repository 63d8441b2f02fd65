/// The parts of a message that its sender may choose, or that only the next message can judge. They are not sent, each with its reason.
enum FreePlaces {
    struct Place: Sendable, CustomStringConvertible {
        let message: String
        let detail: String
        let kinds: Set<Strike.Kind>
        /// Not at these messages.
        var except: Set<String> = []
        /// In which protocols; all when empty.
        var flows: Set<String> = []
        let reason: String

        var description: String { "\(message) \(detail) \(kinds.map(\.rawValue).sorted()) \(flows.sorted())" }
    }

    static let all: [Place] = [
        Place(
            message: "*", detail: ".id", kinds: [.swapped], except: ["request-sign-wallet"],
            reason:
                "the id of a message is any text of its sender's (OpenDID sheet 1.4); a device's document has a DID there"
        ),
        Place(
            message: "request-ecdh", detail: ".reqEcdh", kinds: [.swapped, .foreign],
            reason: "another client's whole half: the token's wallet, and later its user, must be the client's"),
        Place(
            message: "request-ecdh", detail: ".txId", kinds: [.swapped],
            reason: "the same, seen from the other transaction"),
        Place(
            message: "request-create-token", detail: ".txId", kinds: [.swapped], flows: ["M210", "M220"],
            reason: "another wallet beside a holder: it must be the user's when the token is used"),
        Place(message: "request-ecdh", detail: ".reqEcdh.clientNonce", kinds: [.substituted], reason: "random"),
        Place(message: "request-ecdh", detail: ".reqEcdh.publicKey", kinds: [.substituted], reason: "random"),
        Place(
            message: "request-create-token", detail: ".seed.walletInfo.nonce", kinds: [.substituted], reason: "random"),
        Place(
            message: "request-create-token", detail: ".seed.caAppInfo", kinds: [.swapped],
            reason: "another app: it becomes the user's at registration, and must be the user's when the token is used"),
        Place(
            message: "request-create-token", detail: ".seed.walletInfo", kinds: [.swapped], flows: ["M210", "M220"],
            reason: "another wallet beside a holder: it must be the user's when the token is used"),
        Place(
            message: "request-create-token", detail: ".seed", kinds: [.swapped, .foreign], flows: ["M210", "M220"],
            reason: "another wallet beside a holder: it must be the user's when the token is used"),
        Place(
            message: "request-attested-appinfo", detail: ".appId", kinds: [.swapped],
            reason: "anybody may ask about any app"),
        Place(
            message: "request-wallet-tokendata", detail: "*", kinds: [.swapped],
            reason: "the seed is the wallet's, and goes back to be compared there"),
        Place(
            message: "retrieve-kyc", detail: ".kycTxId", kinds: [.swapped],
            reason: "who knows the id of an identity check is that person, as upstream has it"),
        Place(message: "request-register-user", detail: ".signedDidDoc.nonce", kinds: [.substituted], reason: "random"),
        Place(
            message: "request-register-user", detail: ".signedDidDoc.ownerDidDoc", kinds: [.substituted],
            reason: "a document that nobody registered yet, proven by its own keys: nothing in it names a wallet"),
        Place(message: "request-update-diddoc", detail: ".signedDidDoc.nonce", kinds: [.substituted], reason: "random"),
        Place(
            message: "request-register-wallet", detail: ".attestedDidDoc", kinds: [.swapped],
            reason: "the other wallet's whole message"),
        Place(
            message: "propose-update-diddoc", detail: ".did", kinds: [.swapped],
            reason: "names a subject; the request proves it"),
        Place(
            message: "propose-revoke-vc", detail: ".vcId", kinds: [.swapped],
            reason: "names a subject; the request proves it"),
        Place(
            message: "propose-issue-vc", detail: ".offerId", kinds: [.swapped, .dropped],
            reason: "an offer is for whoever scans it, and the plan needs none"),
        Place(message: "request-profile", detail: ".txId", kinds: [.dropped], reason: "optional (OpenDID sheet 4.3)"),
    ]

    static func place(of strike: Strike, in flow: String) -> Place? {
        all.first { place in
            (place.message == "*" && !place.except.contains(strike.name) || place.message == strike.name)
                && (place.detail == "*" || place.detail == strike.detail) && place.kinds.contains(strike.kind)
                && (place.flows.isEmpty || place.flows.contains(flow))
        }
    }
}
