import ArgumentParser
import OpenDID_DataModel

/// The base URLs of roles that run in other processes.
struct PeerAddresses: ParsableArguments {
    @Option(name: .customLong("tas-url"), help: "The trust agent, which has the registry.")
    var tas: String?

    @Option(name: .customLong("issuer-url"), help: "The issuer.")
    var issuer: String?

    @Option(name: .customLong("verifier-url"), help: "The verifier.")
    var verifier: String?

    @Option(name: .customLong("wallet-url"), help: "The wallet provider.")
    var wallet: String?

    @Option(name: .customLong("cas-url"), help: "The app provider.")
    var cas: String?

    @Option(name: .customLong("gateway-url"), help: "The gateway.")
    var gateway: String?

    var addresses: [ServiceRole: String] {
        var found: [ServiceRole: String] = [:]
        for (roles, url) in [([ServiceRole.tas, .list, .noti], tas), ([.issuer], issuer), ([.verifier], verifier), ([.wallet], wallet), ([.cas], cas), ([.gateway], gateway)] {
            for role in roles { found[role] = url }
        }
        return found
    }
}
