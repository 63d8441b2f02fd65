import Foundation
import HeraldKeys
import SDNNode

/// The examples of the node.
extension DocExamples {
    static func node() async throws {
        let node = try await EmbeddedNode.start()
        print(node.baseURL)  // http://127.0.0.1:49152
        await node.stop()
    }

    static func nodeConfiguration(_ folder: URL) async throws -> EmbeddedNode {
        var configuration = NodeConfiguration(port: 8448, storage: .directory(folder), enableRegistration: true)
        configuration.userLimits.devices = 20
        let node = try await EmbeddedNode.start(configuration)
        return node
    }

    static func rateLimits() -> RateLimits {
        var limits = RateLimits.standard
        limits.sendsPerUser = RateLimit(perSecond: 5, burst: 20)
        return limits
    }

    static func userLimits() -> UserLimits {
        var limits = UserLimits()
        limits.accountData = 4 << 20
        return limits
    }

    static func developerKey(_ key: Secp256k1PrivateKey) -> NodeConfiguration {
        let app = DeveloperKey(address: key.publicKey.ethereumAddress, appName: "Harbour")
        let configuration = NodeConfiguration(developerKeys: [app], requireAppToken: true)
        return configuration
    }

    static func pushGateway() async throws {
        let gateway = try await PushGateway.start()
        // a pusher with data.url = gateway.notifyURL, on a node whose pushURLAllowlist names 127.0.0.1
        print(gateway.notifications)
        await gateway.stop()
    }
}
