import Foundation
import HeraldJSON
import HeraldKeys
import OpenDIDWallet
import OpenDID_DataModel

/// The steps that start OpenDID's servers, and create a wallet and register its user.
extension Demo {
    static func startServices(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let token = Hex.encode(SystemSource.random(24))
        let presentations = demo.folder.appendingPathComponent("presentations")
        let peerCalls = demo.folder.appendingPathComponent("peer-calls")
        let clock = ContinuousClock()
        let start = clock.now
        // The token is passed in the environment, because every user of the machine can read a program's arguments.
        let services = try await ServerProcess.start(
            [
                "opendid", "all", "--in-memory", "--sample", "--host", "127.0.0.1", "--port", "0",
                "--keep-presentations", presentations.path,
                "--peer-calls", peerCalls.path,
            ], environment: ["HERALD_OPERATOR_TOKEN": token])
        demo.services = services
        demo.trace.follow(PeerCallLog(path: peerCalls.path))
        let plans = try await ServerClient(server: services.url, token: nil).call(
            OpenDIDEndpoints.List.plans, ServiceQuery())
        let up = Int((clock.now - start) / .milliseconds(1))
        let holder = try await Holder(
            server: services.url, token: token, presentations: PresentationFolder(path: presentations.path),
            folder: demo.folder.appendingPathComponent("wallet"), trace: demo.trace)
        demo.holder = holder
        try require(holder.configuration.anchors.keys?.isEmpty == false, "the registry does not know the trust agent")
        return [
            .init("url", services.url), .init("process", Int(services.processIdentifier)),
            .init("up", "\(up) ms, enrolled and answering"),
            .init("plans", plans.items.map(\.name).joined(separator: ", ")),
        ]
    }

    static func createWallet(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let holder = try demo.credentialHolder()
        let wallet = holder.wallet
        demo.trace.begin("Wallet creation", sheet: "OpenDID sheet 5.4")
        let created = try await wallet.create()
        demo.trace.begin("Personalisation", sheet: "OpenDID sheet 5.4 and 6.4")
        try await wallet.personalize(userId: Holder.user, passcode: holder.passcode)
        demo.trace.begin("M132: a user is registered", sheet: "OpenDID sheet 5.6")
        let registered = try await wallet.registerUser(kycTxId: Holder.user, pin: holder.pin)
        demo.trace.end()
        let resolved = try await wallet.trust.registered(registered.did)
        try require(resolved?.status == .activated, "the registry does not have the user's DID")
        let keys = resolved?.document.verificationMethod.map(\.id) ?? []
        return [
            .init("wallet", created.walletId), .init("device", created.did), .init("holder", registered.did),
            .init("keys", keys.joined(separator: ", ")), .init("version", resolved?.document.versionId ?? ""),
        ]
    }

    static func stopServices(_ demo: Demo) async throws -> [DemoReport.Fact] {
        await demo.holder?.vault.close()
        guard let services = demo.services else { throw DemoError("the servers are not running") }
        let status = await services.end(signal: SIGTERM)
        demo.services = nil
        try require(status == 0, "the servers ended with \(status)")
        return [.init("status", Int(status))]
    }

    func credentialHolder() throws -> Holder {
        guard let holder else { throw DemoError("there is no wallet") }
        return holder
    }
}
