import OpenDIDServices
import OpenDID_DataModel

// What the sample's verifier asks for. The entrance is for people; the services of the terminal `WEB` show every way of asking, for wallets
// that are to be tried against these servers.
extension SampleWorld {
    static let verifications =
        [
            VerificationSeed(
                device: device, service: service, title: "Entrance", description: "Given name, date of birth and nationality, nothing else",
                schema: schemaName, requiredClaims: askedClaims, authType: [.pin, .bio])
        ] + trials

    private static let terminal = "WEB"

    private static let trials = [
        // What upstream's demo of release 1 asks for as it is published (did-demo-server V1.0.0, application-demo.yml).
        trial("login", "Login", [.pin, .bio]),
        trial("subset", "Some claims", [.pin, .bio]),
        VerificationSeed(
            device: terminal, service: "all", title: "The whole card", schema: schemaName, requiredClaims: codes, presentAll: true,
            authType: [.pin, .bio]),
        VerificationSeed(device: terminal, service: "have", title: "A card, whatever is on it", schema: schemaName, authType: [.pin, .bio]),
        trial("any", "Some claims, under any key", []),
        trial("pin", "Some claims, with the PIN", .pin),
        trial("bio", "Some claims, with biometrics", .bio),
        trial("both", "Some claims, with PIN and biometrics", [.pin, .bio, .and]),
        trial("two", "Claims of two credentials", [.pin, .bio]),
        // Of two entries for one service each asks for a credential of its own.
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
