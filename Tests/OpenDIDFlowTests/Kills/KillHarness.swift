import Foundation
import GRDB
import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDWallet

/// A wallet and its servers, each in a process of its own, which are killed and started again.
actor KillHarness {
    /// The protocols, as commands.
    enum Act: String, CaseIterable, Sendable {
        case create, issue, update, present, revoke, restore
    }

    private let folder: TemporaryFolder
    private let proxy: KillProxy
    private var services: HeraldProcess?
    private var wallet: URL
    private var wallets = 0
    /// The holder's PIN by version of the document.
    private var pins = ["1": HeraldProcess.pin]
    /// The number of exchanges of each protocol.
    private var lengths: [Act: Int] = [:]
    /// The number of rounds, by killed process, protocol and outcome.
    private(set) var kills: [String: Int] = [:]
    private(set) var ends: [String: Int] = [:]

    init() async throws {
        folder = try TemporaryFolder()
        proxy = try KillProxy()
        wallet = folder.url.appendingPathComponent("wallet-0")
        try await startServices()
        for act in Act.allCases {
            try await prepare(act)
            proxy.arm(nil)
            try #require(await run(act) == 0, "\(act) without any kill")
            lengths[act] = proxy.requests
        }
    }

    func stop() async {
        services?.kill()
        _ = await services?.status()
        proxy.close()
    }

    private var server: String { "http://127.0.0.1:\(proxy.port)" }

    /// Starts the servers behind the proxy, which keeps their public address the same.
    private func startServices() async throws {
        for isLast in [false, false, true] {
            // A port that was free a moment ago. Another program can take it before the servers do.
            let spare = try KillProxy()
            let port = spare.port
            spare.close()
            let process = try HeraldProcess([
                "opendid", "all", "--host", "127.0.0.1", "--port", "\(port)", "--data",
                folder.path("services"),
                "--sample", "--public-url", server,
            ])
            services = process
            proxy.point(to: port)
            do {
                return try await process.listening()
            } catch let error where isLast || !process.errors.contains("another program already listens") {
                throw error
            } catch {}
        }
    }

    /// The plan of a round.
    struct Plan: Sendable, CustomStringConvertible {
        let act: Act
        /// A part of the way, from 0 to 1.
        let place: Double
        let moment: KillProxy.Moment
        let killsServices: Bool
        /// True if the servers come back while the wallet still waits.
        let comeBackAtOnce: Bool

        /// The number of rounds in which each protocol has each process killed at each moment.
        static var kinds: Int { Act.allCases.count * KillProxy.Moment.allCases.count * 2 }

        /// The place, and when servers come back, are left to chance.
        init(round: Int, using chance: inout some RandomNumberGenerator) {
            let (acts, moments) = (Act.allCases, KillProxy.Moment.allCases)
            let (actAt, momentAt) = (round % acts.count, round / acts.count % moments.count)
            act = acts[actAt]
            place = Double.random(in: 0..<1, using: &chance)
            moment = moments[momentAt]
            // The second time around it is the other side.
            killsServices = (actAt + momentAt + round / (acts.count * moments.count)) % 2 == 0
            comeBackAtOnce = Bool.random(using: &chance)
        }

        var description: String {
            "\(act) \(Int(place * 100)) % \(moment) \(killsServices ? "services" : "wallet") \(comeBackAtOnce)"
        }
    }

    /// Runs a protocol, kills a side at an exchange, starts it again, resumes, and looks.
    func round(_ plan: Plan) async throws {
        try await prepare(plan.act)
        let before = plan.act == .create ? nil : try await standing()
        let exchange = 1 + Int(plan.place * Double(lengths[plan.act] ?? 1))
        let process = try command(plan.act)
        let victim = plan.killsServices ? services : process
        let (sprung, signal) = AsyncStream.makeStream(of: Void.self)
        proxy.arm(
            KillProxy.Trap(exchange: exchange, moment: plan.moment) {
                victim?.kill()
                signal.yield()
            })
        let comingBack = Task {
            for await _ in sprung where plan.killsServices {
                if !plan.comeBackAtOnce { _ = await process.status() }
                try await startServices()
            }
        }
        let status = await process.status()
        signal.finish()
        try await comingBack.value
        if proxy.isSprung { kills["\(plan.act) \(plan.killsServices ? "services" : "wallet")", default: 0] += 1 }
        proxy.disarm()
        let again = plan.act == .create ? await run(.create) : await run(["wallet", "resume"])
        #expect(again == 0, "\(plan): resumed")
        let isChanged = try await check(before, plan)
        if proxy.isSprung { ends[status == 0 ? "carried on" : isChanged ? "as after" : "as before", default: 0] += 1 }
    }

    /// A wallet's state, from its own files.
    struct Standing: Equatable {
        var state: WalletState
        var version: String?
        var credentials: Set<String>
    }

    private func standing() async throws -> Standing {
        try await withVault { vault in
            Standing(
                state: try await vault.state(), version: try await vault.document(.holder)?.versionId,
                credentials: Set(try await vault.credentials().map(\.id)))
        }
    }

    /// - Returns: true if the protocol had its effect.
    private func check(_ before: Standing?, _ plan: Plan) async throws -> Bool {
        let after = try await standing()
        #expect(after.state == .operation, "\(plan)")
        if let earlier = before?.version, let later = after.version, let old = Int(earlier), let new = Int(later) {
            #expect(new == old || plan.act == .update && new == old + 1, "\(plan): from version \(old) to \(new)")
        }
        let version = try #require(after.version)
        let pin = try #require(pins[version], "\(plan): version \(version)")
        let (did, key, signature) = try await withVault { vault in
            #expect(try await vault.journalEntries().isEmpty, "\(plan)")
            for owner in KeyOwner.allCases {
                #expect(try await vault.pendingDocument(owner) == nil, "\(plan)")
                #expect(try await vault.keyInfos(owner, stage: .pending).isEmpty, "\(plan)")
            }
            let holder = try #require(try await vault.document(.holder))
            // The keys that the document names still sign.
            let signer = try await vault.signer(.holder, keyID: "pin", unlock: .pin(SecretText(pin)))
            let key = try #require(holder.verificationMethod.first { $0.id == "pin" }).publicKeyMultibase
            let (digest, own) = ([UInt8](repeating: 5, count: 32), try await signer.verificationKey)
            return (
                holder.id, key, own.verify(try await signer.sign(digest: digest), digest: digest) ? own.compressed : []
            )
        }
        #expect(
            try Multibase.decode(key).bytes == signature, "\(plan): the key in the document is not the one in the vault"
        )
        let ledger = try await ledger(of: did)
        #expect(ledger.version == version, "\(plan): the registry has version \(ledger.version ?? "none")")
        // An issued credential is in the wallet, or revoked; and the wallet has none that is not the issuer's.
        #expect(ledger.active == after.credentials, "\(plan): the registry and the wallet differ on credentials")
        #expect(ledger.status == "ACTIVATED" || plan.act == .restore, "\(plan): \(ledger.status ?? "none")")
        if ledger.status != "ACTIVATED" {
            #expect(await run(.restore) == 0, "\(plan): restored again")
            return false
        }
        return before == nil || plan.act == .restore || after != before
    }

    /// Returns the registry's state, from its own file.
    private func ledger(of did: String) async throws -> (version: String?, status: String?, active: Set<String>) {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(
            path: folder.path("services/opendid.sqlite"), configuration: configuration)
        return try await queue.read { db in
            let head = try Row.fetchOne(
                db, sql: "SELECT newest, status FROM ledger_did WHERE did = ?", arguments: [did])
            let active = try String.fetchAll(
                db, sql: "SELECT id FROM ledger_credential WHERE subject = ? AND status = 'ACTIVE'", arguments: [did])
            return (head?["newest"], head?["status"], Set(active))
        }
    }

    private func withVault<Value>(_ body: (WalletVault) async throws -> Value) async throws -> Value {
        let vault = try await WalletVault.open(
            at: .directory(wallet.appendingPathComponent("vault")), parameters: .fast)
        do {
            let value = try await body(vault)
            await vault.close()
            return value
        } catch {
            await vault.close()
            throw error
        }
    }

    private var offer = ""
    private var known = ""
    private var version = "1"

    /// Brings the wallet to where a protocol can begin.
    private func prepare(_ act: Act) async throws {
        proxy.arm(nil)
        if act == .create {
            // One person, one DID: the wallet before gives up its credentials.
            if wallets > 0 {
                let last = try await standing()
                version = last.version ?? "1"
                for id in last.credentials { try #require(await run(["vc", "revoke", id, "--yes"]) == 0) }
            }
            wallets += 1
            wallet = folder.url.appendingPathComponent("wallet-\(wallets)")
            (pins, version) = (["1": HeraldProcess.pin], "1")
            return
        }
        version = try await standing().version ?? "1"
        switch act {
        case .present, .revoke:
            if try await standing().credentials.isEmpty { try #require(await run(.issue) == 0) }
            known = try #require(try await standing().credentials.first)
            if act == .present { offer = try await made(["offer", "verify", "--server", server, "--json"]) }
        case .restore:
            let did = try #require(try await withVault { try await $0.document(.holder)?.id })
            offer = try await made(["offer", "restore", did, "--switch-off", "--server", server, "--json"])
        case .update: pins["\((Int(version) ?? 0) + 1)"] = "\(500_000 + (Int(version) ?? 0))"
        case .create, .issue: break
        }
    }

    private func made(_ arguments: [String]) async throws -> String {
        let text = await (try HeraldProcess(arguments)).text()
        return try #require(try JSONValue(parsing: text)["offer"]?.stringValue)
    }

    private func run(_ act: Act) async -> Int32 { await (try? command(act))?.status() ?? -1 }

    private func run(_ arguments: [String]) async -> Int32 { await (try? start(arguments))?.status() ?? -1 }

    private func command(_ act: Act) throws -> HeraldProcess {
        let arguments =
            switch act {
            case .create: ["wallet", "create", "--server", server, "--user", "alice", "--scrypt", "10"]
            case .issue: ["vc", "issue", "--plan", "vcplanid000000000001", "--issuer", "did:omn:issuer"]
            case .update: ["did", "update", "--new-pin"]
            case .present: ["vc", "present", "--offer", offer, "--yes"]
            case .revoke: ["vc", "revoke", known, "--yes"]
            case .restore: ["did", "restore", "--offer", offer]
            }
        return try start(arguments)
    }

    private func start(_ arguments: [String]) throws -> HeraldProcess {
        let next = "\((Int(version) ?? 0) + 1)"
        return try HeraldProcess(
            arguments + ["--wallet", wallet.path],
            environment: ["HERALD_PIN": pins[version] ?? "", "HERALD_NEW_PIN": pins[next] ?? HeraldProcess.pin])
    }
}
