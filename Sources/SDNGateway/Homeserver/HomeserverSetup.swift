import HeraldHTTP
import HeraldJSON
import SDNWire

/// The settings that a homeserver needs for a gateway, and the questions that show if it has them.
package struct HomeserverSetup: Sendable {
    /// One finding about a running homeserver.
    package struct Finding: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case good
            /// Something is missing or wrong.
            case missing
            /// The homeserver cannot be asked about it.
            case unchecked
        }

        package let kind: Kind
        /// A sentence for the operator, with the remedy if something is missing.
        package let sentence: String
    }

    private let client: HomeserverClient
    private let token: LoginToken
    private let serverName: String
    private let clock: @Sendable () -> Timestamp
    /// A localpart that the homeserver refuses after it has accepted the token, so that the question creates no user.
    private static let impossibleLocalpart = "SDN_CHECK"
    /// A user name of a wallet's account. No wallet has this address.
    private static let walletName = "sdn_" + String(repeating: "0", count: 40)

    package init(
        client: HomeserverClient, token: LoginToken, serverName: String, clock: @escaping @Sendable () -> Timestamp
    ) {
        self.client = client
        self.token = token
        self.serverName = serverName
        self.clock = clock
    }

    /// Asks the homeserver of a configuration, without changing anything there.
    /// - Throws: ``GatewayError`` if the configuration is wrong.
    package static func findings(_ configuration: GatewayConfiguration) async throws -> [Finding] {
        try configuration.validate()
        let client = HomeserverClient(try configuration.upstream(), deadline: configuration.homeserverDeadline)
        defer { client.close() }
        let token = LoginToken(
            key: configuration.key, issuer: configuration.issuer, audience: configuration.serverName)
        return await HomeserverSetup(
            client: client, token: token, serverName: configuration.serverName, clock: configuration.clock
        ).findings()
    }

    /// Returns the lines for `homeserver.yaml` (SDN sheet 8.2).
    package static func lines(publicPEM: String, issuer: String, serverName: String) -> String {
        func key(_ indent: String) -> String {
            publicPEM.split(separator: "\n").map { "\(indent)\($0)\n" }.joined()
        }
        return """
            # Add these to homeserver.yaml. Replace keys that it has already: of two with the same name, Synapse takes the last one without a warning.
            jwt_config:
              enabled: true
              secret: |
            \(key("    "))  algorithm: "ES256"
              subject_claim: "sub"
              issuer: "\(issuer)"
              audiences: ["\(serverName)"]
            # Synapse must find deploy/synapse/herald_gateway.py, for example by PYTHONPATH. If you have modules already, add this one to them.
            modules:
              - module: herald_gateway.GatewayProofs
                config:
                  issuer: "\(issuer)"
                  audience: "\(ProofToken.audience(serverName: serverName))"
                  public_key: |
            \(key("        "))\
            password_config: {enabled: false}
            # Do not reserve the names sdn_… for an application service: Synapse would refuse the first login of each wallet.
            enable_registration: false
            # Newer versions have other room IDs, which older clients of SendingNetwork do not understand.
            default_room_version: "11"
            rc_login:
              address: {per_second: 50, burst_count: 200}
              account: {per_second: 0.5, burst_count: 20}
              failed_attempts: {per_second: 0.2, burst_count: 5}
            # The listener of the gateway. It must not be reachable from elsewhere.
            # listeners: [{port: 8008, type: http, x_forwarded: true, bind_addresses: ["127.0.0.1"], resources: [{names: [client], compress: false}]}]
            """ + "\n"
    }

    /// Asks the homeserver, without changing anything there.
    package func findings() async -> [Finding] {
        var findings: [Finding] = []
        do {
            let answer = try await client.ask("GET", "/_matrix/client/versions")
            guard answer.status == 200, try HomeserverClient.object(answer)["versions"]?.arrayValue != nil else {
                return [bad("The homeserver's answer is not that of a Matrix homeserver; check --homeserver.")]
            }
            findings.append(good("The homeserver answers."))
            let types = try await types()
            findings.append(flows(types))
            findings.append(try await login())
            findings.append(proofs(types))
            findings.append(try await registration())
            findings.append(try await name())
            findings.append(
                Finding(
                    kind: .unchecked,
                    sentence:
                        "rc_login, x_forwarded, and that nobody but gateways reaches this listener of the homeserver; a homeserver does not say so."
                ))
        } catch let failure as GatewayFailure {
            findings.append(bad(failure.error.message))
        } catch {
            findings.append(bad("The key cannot sign."))
        }
        return findings
    }

    /// Returns the login types that the homeserver offers.
    private func types() async throws -> [String] {
        let answer = try await client.ask("GET", HomeserverLogin.path)
        let flows = try HomeserverClient.object(answer)["flows"]?.arrayValue ?? []
        return flows.compactMap { $0["type"]?.stringValue }
    }

    /// The homeserver offers the types of its modules for logins too.
    private func proofs(_ types: [String]) -> Finding {
        types.contains(HomeserverConfirmation.stage)
            ? good("The module for the gateway's proofs is loaded.")
            : bad(
                "Users with wallets can neither delete devices, nor replace their cross-signing keys, nor deactivate their accounts; let Synapse find deploy/synapse/herald_gateway.py, add the module that herald gateway init printed, and restart it."
            )
    }

    private func flows(_ types: [String]) -> Finding {
        guard types.contains(HomeserverLogin.type) else {
            return bad(
                "The homeserver does not accept JWT logins; add the lines that herald gateway init printed, install Synapse's extra package jwt, and restart it."
            )
        }
        return types.contains("m.login.password")
            ? bad("Users can also log in with a password, past their DIDs; set password_config: {enabled: false}.")
            : good("JWT logins are enabled, and passwords are not.")
    }

    private func login() async throws -> Finding {
        let body: JSONObject = [
            "type": .string(HomeserverLogin.type),
            "token": .string(try token.text(for: Self.impossibleLocalpart, now: clock())),
        ]
        let answer = try await client.ask("POST", HomeserverLogin.path, body: JSONValue.object(body).serialized())
        let error = MatrixError(json: .object(try HomeserverClient.object(answer)))
        switch (answer.status, error?.code) {
        case (400, .invalidUsername?): return good("The homeserver accepts the gateway's key, issuer and audience.")
        case (429, _):
            return bad("The homeserver limits the rate of logins now; raise rc_login, and check again in a minute.")
        case (403, _):
            return bad(
                "The homeserver refuses the gateway's token; compare the public key, issuer and audiences with the lines of herald gateway init, and the clocks of both machines."
            )
        default:
            return bad("The homeserver answered the gateway's token with status \(answer.status), which is unexpected.")
        }
    }

    /// Asks if strangers can register the name of a wallet's account.
    private func registration() async throws -> Finding {
        let answer = try await client.ask(
            "GET", "/_matrix/client/v3/register/available?username=\(Self.walletName)")
        let error = (try? JSONValue(parsing: answer.body)).flatMap(MatrixError.init(json:))
        switch (answer.status, error?.code) {
        case (403, _): return good("The homeserver accepts no registrations.")
        case (400, .exclusive?):
            return bad(
                "An application service has reserved the names of wallets' accounts, so the first login of each wallet fails; change its namespace."
            )
        case (200, _), (400, .userInUse?):
            return bad(
                "Strangers can register at the homeserver, and with it the account of a wallet that has not logged in yet; set enable_registration: false."
            )
        default:
            return Finding(
                kind: .unchecked,
                sentence:
                    "registration, because the homeserver answered with status \(answer.status); make sure that enable_registration is false."
            )
        }
    }

    /// Asks for the profile of a user who does not exist. A homeserver with another name asks the server of this name.
    private func name() async throws -> Finding {
        let user = PercentEncoding.encodeSegment("@\(Self.walletName):\(serverName)")
        let answer = try await client.ask("GET", "/_matrix/client/v3/profile/\(user)")
        switch answer.status {
        case 200, 404: return good("The homeserver answers for users of \(serverName).")
        case 401:
            return Finding(
                kind: .unchecked,
                sentence:
                    "the server name, because the homeserver shows no profile without a token; compare its server_name with \(serverName)."
            )
        default:
            return bad(
                "The homeserver does not answer for users of \(serverName); compare its server_name with --server-name."
            )
        }
    }

    private func good(_ sentence: String) -> Finding { Finding(kind: .good, sentence: sentence) }
    private func bad(_ sentence: String) -> Finding { Finding(kind: .missing, sentence: sentence) }
}
