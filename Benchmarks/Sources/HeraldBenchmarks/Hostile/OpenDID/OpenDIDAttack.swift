import HeraldJSON

/// The attacks of one hostile address on OpenDID's servers. None of them needs a token.
enum OpenDIDAttack: String, CaseIterable {
    case silence = "silent sockets"
    case drip = "heads that drip"
    case halfBodies = "half-sent bodies"
    case offers = "offers that hold a day"
    case results = "results of offers"
    case transactions = "transactions"
    case documents = "huge documents"
    case unknownOffers = "profiles of unknown offers"

    static func modes(isSmall: Bool) -> [OpenDIDAttack] { isSmall ? [.halfBodies, .offers] : allCases }

    func plan(_ facts: [String: String], share: Int) -> HostilePlan {
        func few(_ count: Int) -> Int { max(count / share, 2) }
        switch self {
        case .silence: return .silence(few(4_200))
        case .drip: return .drip(few(2_000))
        case .halfBodies: return .halfBodies(few(900), Self.post("wallet", "request-sign-wallet", [:]), bytes: 900_000)
        case .offers:
            return .flooding(few(128)) { _ in
                Self.post(
                    "verifier", "request-offer-qr",
                    [
                        "mode": "Direct", "device": .string(OpenDIDWorld.device),
                        "service": .string(OpenDIDWorld.service), "validSeconds": 86_400,
                    ])
            }
        case .results:
            return .flooding(few(64)) { number in
                Self.post(
                    "verifier", "confirm-verify",
                    ["id": Self.id(number), "txId": Self.id(number), "offerId": Self.id(number)])
            }
        case .transactions:
            return .flooding(few(64)) { number in
                number.isMultiple(of: 2)
                    ? Self.post(
                        "tas", "propose-issue-vc",
                        ["id": Self.id(number), "vcPlanId": .string(OpenDIDWorld.plan), "issuer": "did:omn:issuer"])
                    : Self.post("tas", "propose-register-user", ["id": Self.id(number)])
            }
        case .documents:
            let digits = "z" + String(repeating: "5", count: 149_000)
            let body = Self.document(digits)
            return .flooding(few(16)) { number in
                number.isMultiple(of: 2)
                    ? RawRequest(method: "POST", path: "/wallet/api/v1/request-sign-wallet", body: body)
                    : Self.post(
                        "tas", "request-ecdh",
                        [
                            "id": Self.id(number), "txId": Self.id(number),
                            "reqEcdh": [
                                "client": "did:omn:hostile", "clientNonce": "z5", "curve": "Secp256r1",
                                "publicKey": .string(digits),
                                "proof": Self.proof(digits),
                            ],
                        ])
            }
        case .unknownOffers:
            return .flooding(few(64)) { number in
                Self.post(
                    "verifier", "request-profile",
                    ["id": Self.id(number), "txId": Self.id(number), "offerId": Self.id(number)])
            }
        }
    }

    private static func document(_ digits: String) -> [UInt8] {
        let key: JSONValue = [
            "id": "assert", "type": "Secp256r1VerificationKey2018", "controller": "did:omn:hostile",
            "publicKeyMultibase": .string(digits), "authType": 1,
        ]
        let document: JSONValue = [
            "@context": ["https://www.w3.org/ns/did/v1"], "id": "did:omn:hostile", "controller": "did:omn:tas",
            "created": "2026-01-01T00:00:00Z",
            "updated": "2026-01-01T00:00:00Z", "versionId": "1", "deactivated": false, "verificationMethod": [key],
            "assertionMethod": ["assert"],
            "proof": proof(digits),
        ]
        return document.serialized()
    }

    private static func proof(_ digits: String) -> JSONValue {
        [
            "type": "Secp256r1Signature2018", "created": "2026-01-01T00:00:00Z",
            "verificationMethod": "did:omn:hostile?versionId=1#assert",
            "proofPurpose": "assertionMethod", "proofValue": .string(digits),
        ]
    }

    /// The ID of a message, or of a transaction that does not exist.
    private static func id(_ number: Int) -> JSONValue {
        let digits = String(number)
        return .string("00000000-0000-4000-8000-" + String(repeating: "0", count: max(12 - digits.count, 0)) + digits)
    }

    private static func post(_ role: String, _ name: String, _ body: JSONValue) -> RawRequest {
        RawRequest(method: "POST", path: "/\(role)/api/v1/\(name)", body: body.serialized())
    }
}
