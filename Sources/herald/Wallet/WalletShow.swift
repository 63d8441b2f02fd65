import ArgumentParser
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald wallet show`: shows the wallet's state and contents.
struct WalletShow: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the wallet's state, DIDs and number of credentials.")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    func work() async throws {
        options.output.say(try await options.withWallet { try await Self.facts(of: $0) })
    }

    static func facts(of wallet: OpenDIDWallet) async throws -> [(name: String, value: JSONValue)] {
        let vault = wallet.vault
        let holder = try await vault.document(.holder)
        var facts: [(name: String, value: JSONValue)] = [
            ("state", .string(try await vault.state().rawValue)),
            ("wallet", try await vault.walletID().map { .string($0) } ?? .null),
            ("device", try await vault.document(.device).map { .string($0.id) } ?? .null),
            ("holder", holder.map { .string($0.id) } ?? .null),
        ]
        if let holder { facts.append(("version", .string(holder.versionId))) }
        if let user = try await vault.boundUser()?.userId { facts.append(("user", .string(user))) }
        facts.append(("credentials", .int(Int64(try await vault.credentials().count))))
        facts.append(("lock", .bool(try await vault.isLock)))
        facts.append(("unfinished", .int(Int64(try await vault.journalEntries().count))))
        return facts
    }
}

/// The command `herald wallet keys`: lists the keys, and how each is unlocked. Private keys are never shown.
struct WalletKeys: ReportingCommand {
    static let configuration = CommandConfiguration(commandName: "keys", abstract: "List the wallet's keys.")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    func work() async throws {
        let entries = try await options.withWallet { wallet in
            var entries: [[(name: String, value: JSONValue)]] = []
            for owner in KeyOwner.allCases {
                for key in try await wallet.vault.keyInfos(owner) {
                    entries.append([
                        ("owner", .string(owner.rawValue)), ("id", .string(key.id)),
                        ("algorithm", .string(key.algorithm.rawValue)),
                        ("access", .string(key.accessMethod.rawValue)), ("publicKey", .string(key.publicKey)),
                    ])
                }
            }
            return entries
        }
        options.output.list(entries, empty: "no keys")
    }
}

/// The command `herald wallet resume`: completes the protocol runs that were interrupted, such as by a crash.
struct WalletResume: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Complete or undo the protocol runs that were interrupted.")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    func work() async throws {
        let runs = try await options.withWallet { try await $0.resume() }
        options.output.list(
            runs.map {
                [
                    ("protocol", .string($0.flow)),
                    ("outcome", .string($0.refusal.map { "taken back: \($0)" } ?? "carried through")),
                ]
            },
            empty: "nothing was interrupted")
    }
}
