import Foundation
import HeraldKeys
import HeraldLocks
import SDNNode
import SDNSDK

/// Runs a body against a node of its own.
func withNode<T>(_ configuration: NodeConfiguration = .quick, _ body: (EmbeddedNode) async throws -> T) async throws
    -> T
{
    let node = try await EmbeddedNode.start(configuration)
    do {
        let result = try await body(node)
        await node.stop()
        return result
    } catch {
        await node.stop()
        throw error
    }
}

extension NodeConfiguration {
    /// In memory and without rate limits; notifications may go to 127.0.0.1:9.
    static var quick: NodeConfiguration {
        var configuration = NodeConfiguration()
        configuration.storage = .memory
        configuration.rateLimits = .unlimited
        // Nobody listens there; a node takes such a pusher only where it is named.
        configuration.pushURLAllowlist = ["127.0.0.1:9"]
        return configuration
    }

    /// As ``quick``, for users with passwords too.
    static var withPasswords: NodeConfiguration {
        var configuration = quick
        configuration.enableRegistration = true
        configuration.passwordCost = 1 << 4
        return configuration
    }
}

extension EmbeddedNode {
    /// A client without credentials.
    func client(options: MXSDKOptions = MXSDKOptions()) -> MXRestClient {
        let client = MXRestClient(node: url, unrecognizedCertificateHandler: nil, options: options)
        client.completionQueue = DispatchQueue(label: "test.completion")
        return client
    }

    /// A client of a wallet that has just logged in.
    func loggedIn(_ wallet: LocalWalletSigner = .random()) async throws -> MXRestClient {
        let guest = client()
        defer { guest.close() }
        let client = MXRestClient(credentials: try await guest.loginWithDID(signer: wallet), options: MXSDKOptions())
        client.completionQueue = DispatchQueue(label: "test.completion")
        return client
    }
}

extension LocalWalletSigner {
    static func random() -> LocalWalletSigner { LocalWalletSigner(Secp256k1PrivateKey()) }
}

/// A wallet that says one address and signs with whatever it is given.
struct CraftySigner: SDNWalletSigner {
    let address: String
    let signing: @Sendable (String) async throws -> String

    func personalSign(_ message: String) async throws -> String { try await signing(message) }
}
