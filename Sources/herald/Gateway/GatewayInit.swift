import ArgumentParser
import Foundation
import SDNGateway

/// The command `herald gateway init`: creates the key of a gateway and prints what the homeserver's configuration needs.
struct GatewayInit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create the key of a gateway, and print the lines for homeserver.yaml.",
        discussion: """
            The private key is written to a new file that only you can read. If the file exists, it stays as it is, and the lines are printed for \
            the key in it. The lines contain only the public key.
            """)

    @OptionGroup var trust: TrustOptions

    func run() throws {
        do throws(GatewayError) {
            // A wrong name must not get into the lines, and no key is written for it.
            try GatewayConfiguration.validate(serverName: trust.serverName, issuer: trust.issuer)
            let key: GatewayKey
            if FileManager.default.fileExists(atPath: trust.key) {
                key = try GatewayKey(file: trust.key)
            } else {
                key = GatewayKey()
                try key.write(to: trust.key)
            }
            print(
                HomeserverSetup.lines(publicPEM: key.publicPEM, issuer: trust.issuer, serverName: trust.serverName),
                terminator: "")
        } catch {
            try FileHandle.standardError.write(contentsOf: Data("\(error.sentence)\n".utf8))
            throw ExitCode.failure
        }
    }
}
