import ArgumentParser
import Foundation
import SDNGateway

/// The command `herald gateway check`: asks a running homeserver if it is set up for the gateway.
struct GatewayCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Ask the homeserver if it is set up for the gateway, and say what is missing.",
        discussion: "Nothing is changed at the homeserver. The status is 1 if something is missing.")

    @OptionGroup var homeserver: HomeserverOptions

    func run() async throws {
        let trust = homeserver.trust
        do {
            // The database does not matter here.
            var configuration = GatewayConfiguration(
                homeserver: homeserver.homeserver, serverName: trust.serverName, storage: .memory,
                key: try GatewayKey(file: trust.key))
            configuration.issuer = trust.issuer
            let findings = try await HomeserverSetup.findings(configuration)
            for finding in findings { print("\(Self.label(finding.kind))  \(finding.sentence)") }
            if findings.contains(where: { $0.kind == .missing }) { throw ExitCode.failure }
        } catch let error as GatewayError {
            try FileHandle.standardError.write(contentsOf: Data("\(error.sentence)\n".utf8))
            throw ExitCode.failure
        }
    }
    private static func label(_ kind: HomeserverSetup.Finding.Kind) -> String {
        switch kind {
        case .good: "good     "
        case .missing: "missing  "
        case .unchecked: "unchecked"
        }
    }
}
