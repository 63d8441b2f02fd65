import OpenDIDServices
import OpenDID_DataModel

// The verifications of the sample. The terminal `gate-1`, an entrance, is an example for people. The services of the terminal `WEB` contain
// every kind of request, for testing wallets with these servers.
extension SampleWorld {
    static let verifications =
        [
            VerificationSeed(
                device: device, service: service, title: "Entrance",
                description: "Given name, date of birth and nationality, nothing else",
                schema: schemaName, requiredClaims: askedClaims, authType: [.pin, .bio])
        ] + trials

    private static let terminal = "WEB"

    private static let trials = [
        // This is the request of the demo that the reference implementation has published for release 1 (did-demo-server V1.0.0,
        // application-demo.yml).
        trial("login", "Login", [.pin, .bio]),
        trial("subset", "Some claims", [.pin, .bio]),
        VerificationSeed(
            device: terminal, service: "all", title: "The whole card", schema: schemaName, requiredClaims: codes,
            presentAll: true,
            authType: [.pin, .bio]),
        VerificationSeed(
            device: terminal, service: "have", title: "A card, whatever is on it", schema: schemaName,
            authType: [.pin, .bio]),
        trial("any", "Some claims, under any key", []),
        trial("pin", "Some claims, with the PIN", .pin),
        trial("bio", "Some claims, with biometrics", .bio),
        trial("both", "Some claims, with PIN and biometrics", [.pin, .bio, .and]),
        trial("two", "Claims of two credentials", [.pin, .bio]),
        // Two entries for one service become one request for two credentials.
        VerificationSeed(
            device: terminal, service: "two", title: "Claims of two credentials", schema: residenceName,
            requiredClaims: ["\(residenceNamespace).address"], authType: [.pin, .bio]),
    ]

    private static func trial(_ service: String, _ title: String, _ authType: VerifyAuthType) -> VerificationSeed {
        VerificationSeed(
            device: terminal, service: service, title: title, schema: schemaName,
            requiredClaims: ["family_name", "birth_date"].map { "\(namespace).\($0)" }, authType: authType)
    }
}
