import Foundation
import HeraldKeys
import SDNSDK

/// The steps for the node, the keys and the logins.
extension Demo {
    static func startNode(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let node = try await ServerProcess.node(directory: demo.nodeFolder)
        demo.node = node
        let versions = try await demo.client().supportedSDNVersions().versions
        return [
            .init("url", node.url), .init("process", Int(node.processIdentifier)),
            .init("versions", "\(versions.first ?? "") … \(versions.last ?? "")"),
        ]
    }

    static func makeKeys(_ demo: Demo) async throws -> [DemoReport.Fact] {
        [.init(demo.alice.name, demo.alice.address), .init(demo.bob.name, demo.bob.address)]
    }

    static func logIn(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let client = try demo.client()
        let before = try await client.getDIDList(demo.alice.address).array
        try require(before.isEmpty, "the address already has a DID")
        let first = try await client.loginWithDID(signer: LocalWalletSigner(demo.alice.key), deviceDisplayName: "demo")
        demo.bob.credentials = try await client.loginWithDID(
            signer: LocalWalletSigner(demo.bob.key), deviceDisplayName: "demo")
        // At the second login the node knows the DID, and requests a signature over another text.
        let again = try await client.loginWithDID(signer: LocalWalletSigner(demo.alice.key), deviceDisplayName: "demo")
        let after = try await client.getDIDList(demo.alice.address).array
        try require(first.userId == again.userId && after.count == 1, "the second login made another account")
        try require(first.deviceId != again.deviceId, "the second login did not make a device of its own")
        demo.alice.credentials = again
        return [
            .init("alice", again.userId ?? ""), .init("DID", after[0]),
            .init("devices", "\(first.deviceId ?? ""), then \(again.deviceId ?? "")"),
            .init("bob", demo.bob.credentials.userId ?? ""),
        ]
    }
}
