import ArgumentParser
import Foundation
import HeraldJSON
import HeraldKeys
import SDNSDK
import SDNWire

/// The accounts of the scenario's persons: users of one server who prove who they are with a password, or with a wallet.
struct TwinAccounts: Sendable {
    enum Proof: String, ExpressibleByArgument, CaseIterable {
        case password, wallet
    }

    /// A wallet that no person of the scenario has.
    private static let stranger = LocalWalletSigner(Secp256k1PrivateKey())
    private static let password = "two of a kind"
    private static let walletStage = "m.login.did.identity"

    let node: URL
    let root: APIRoot
    /// True if the server asks for a proof before it ends sessions of other devices.
    let asksForProofs: Bool
    /// The wallets by the names of their owners; `nil` if the persons have passwords.
    private let wallets: [String: LocalWalletSigner]?

    init(node: URL, root: APIRoot, proof: Proof, asksForProofs: Bool) {
        self.node = node
        self.root = root
        self.asksForProofs = asksForProofs
        let names = ["ann", "bob", "carl"]
        // Results list members by user ID, so the user IDs have the order of the names.
        let made = names.map { _ in LocalWalletSigner(Secp256k1PrivateKey()) }.sorted {
            $0.address.lowercased() < $1.address.lowercased()
        }
        wallets = proof == .wallet ? Dictionary(uniqueKeysWithValues: zip(names, made)) : nil
    }

    /// Returns a client that nobody has logged in to.
    func visitor(_ options: MXSDKOptions = .sharedInstance) -> MXRestClient {
        MXRestClient(node: node, unrecognizedCertificateHandler: nil, apiRoot: root, options: options)
    }

    /// Returns a client with these credentials.
    func client(_ credentials: MXCredentials, _ options: MXSDKOptions = .sharedInstance) -> MXRestClient {
        MXRestClient(credentials: credentials, apiRoot: root, options: options)
    }

    /// Returns credentials of a new user. For a wallet, that is the first login.
    func register(_ name: String, device: String) async throws -> MXCredentials {
        guard wallets == nil else { return try await logIn(name, device: device) }
        let visitor = self.visitor()
        defer { visitor.close() }
        return try await visitor.register(username: name, password: Self.password, deviceDisplayName: device)
    }

    /// Returns credentials of a further device.
    func logIn(_ name: String, device: String?, options: MXSDKOptions = .sharedInstance) async throws -> MXCredentials {
        let visitor = self.visitor(options)
        defer { visitor.close() }
        guard let wallets else {
            return try await visitor.login(username: name, password: Self.password, deviceDisplayName: device)
        }
        guard let wallet = wallets[name] else { throw Refuted("\(name) has no wallet") }
        return try await visitor.loginWithDID(signer: wallet, deviceDisplayName: device)
    }

    /// Returns the member `auth` of a request for which the server asks for a proof.
    /// - Parameter isWrong: true for a proof that the server must refuse.
    func proof(of name: String, _ asked: MXAuthenticationSession, isWrong: Bool = false) throws -> JSONObject {
        let session = asked.session.map(JSONValue.string) ?? .null
        guard let wallets else {
            return [
                "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(name)],
                "password": .string(isWrong ? "wrong" : Self.password), "session": session,
            ]
        }
        guard let wallet = isWrong ? Self.stranger : wallets[name],
            let params = asked.params[Self.walletStage], let message = params["message"]?.stringValue
        else { throw Refuted("the server shows no text to sign") }
        return [
            "type": .string(Self.walletStage), "session": session,
            "random_server": params["random_server"] ?? .null, "updated": params["updated"] ?? .null,
            "identifier": [
                "address": .string(wallet.address), "message": .string(message),
                "token": .string(try wallet.personalSign(message)),
            ],
        ]
    }
}
