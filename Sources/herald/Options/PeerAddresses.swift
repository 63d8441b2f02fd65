import ArgumentParser
import OpenDID_DataModel

/// The base URLs of roles that run in other processes.
struct PeerAddresses: ParsableArguments {
    @Option(name: .customLong("tas-url"), help: "The URL of the trust agent, which has the registry.")
    var tas: String?

    @Option(name: .customLong("issuer-url"), help: "The URL of the issuer.")
    var issuer: String?

    @Option(name: .customLong("verifier-url"), help: "The URL of the verifier.")
    var verifier: String?

    @Option(name: .customLong("wallet-url"), help: "The URL of the wallet provider.")
    var wallet: String?

    @Option(name: .customLong("cas-url"), help: "The URL of the app provider.")
    var cas: String?

    @Option(name: .customLong("gateway-url"), help: "The URL of the gateway.")
    var gateway: String?

    var addresses: [ServiceRole: String] {
        var found: [ServiceRole: String] = [:]
        for (roles, url) in [
            ([ServiceRole.tas, .list, .noti], tas), ([.issuer], issuer), ([.verifier], verifier), ([.wallet], wallet),
            ([.cas], cas), ([.gateway], gateway),
        ] {
            for role in roles { found[role] = url }
        }
        return found
    }
}
