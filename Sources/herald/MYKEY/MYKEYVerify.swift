import ArgumentParser
import Foundation
import HeraldJSON
import MYKEYServices
import MYKEYWire

/// The command `herald mykey verify BODY.json`: decides about a body that a wallet posted, as a server does.
struct MYKEYVerify: MYKEYReporting {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a callback body that a wallet posted: form, time, expected uuID, current key, signature.",
        discussion: """
            Exits with 1 if a server would refuse the body. The code is the one that a server would answer (1001 to 1019, 1500). The command \
            has no memory, so it cannot tell if the body was accepted before.

            With --message and --account it checks the body that a wallet posted after `sign`.
            """)

    @Argument(help: "The file with the body; - is standard input.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("A uuID that the server waits for.", valueName: "uuid"))
    var uuid: [String] = []

    @Flag(help: "Accept any uuID in the body. A server must not do this.")
    var anyUUID = false

    @Option(
        help: ArgumentHelp("The time of the decision, in seconds since 1970. Defaults to now.", valueName: "seconds"))
    var at: UnixTime?

    @OptionGroup var decision: DecisionOptions

    @Option(
        help: ArgumentHelp(
            "The server's own domain. If the body has a text that names the server, the text is checked against it.",
            valueName: "host"))
    var domain: String?

    @Option(help: "The message to sign, for the answer to `sign`.")
    var message: String?

    @Option(help: "The account that should sign, for the answer to `sign`.")
    var account: String?

    @OptionGroup(title: "Sources of the accounts' keys")
    var chain: ChainOptions

    @Flag(help: "Print JSON.")
    var json = false

    var isJSON: Bool { json }

    func validate() throws {
        guard (message == nil) == (account == nil) else {
            throw ValidationError("Give --message and --account together.")
        }
        guard message != nil || anyUUID != !uuid.isEmpty else {
            throw ValidationError("Give the expected uuID with --uuid, or accept any with --any-uuid.")
        }
    }

    /// The rules for the decision. The program to which a login returns is checked only if the user named the allowed programs.
    private var rules: CallbackRules { decision.rules(decision.returns.map { .bound(to: $0) } ?? .stockWallets) }

    func act() async throws {
        let body = try bytes()
        let source = try chain.requiredSource()
        do {
            if let message, let account {
                let account = try LoginAccount(account)
                try SignVerifier.check(
                    body, message: message, account: account, key: await Self.finding(account, source),
                    allowedRefs: rules.allowedRefs)
                SafeOutput(json: json).say([("valid", true), ("account", .string(account.text))])
            } else {
                let login = try await login(body, source)
                var facts: [(name: String, value: JSONValue)] = [("valid", true)]
                for (name, value) in (login.json.objectValue ?? [:]).sorted(by: { $0.key < $1.key }) {
                    facts.append((name, value))
                }
                SafeOutput(json: json).say(facts)
            }
        } catch let refusal as CallbackRefusal {
            SafeOutput(json: json).say([
                ("valid", false), ("code", .int(Int64(refusal.code))), ("check", .string(refusal.check.label)),
                ("reason", .string(refusal.reason)),
            ])
            throw ExitCode.failure
        }
    }

    private func login(_ body: [UInt8], _ source: any ReservedKeySource) async throws -> AcceptedLogin {
        var rules = rules
        if let domain { rules.tagged = .checked(domain: domain) }
        let now = at ?? SystemSource.now()
        let claim = try CallbackVerifier.read(body, now: now, rules: rules)
        let context = CallbackContext(now: now, rules: rules, expectedUUIDs: anyUUID ? [claim.uuID] : uuid)
        try CallbackVerifier.check(context.standing(of: claim))
        let finding = await Self.finding(claim.account, source)
        switch CallbackVerifier.decide(body, in: context, keys: { _ in finding }) {
        case .accepted(let login): return login
        case .refused(let refusal): throw refusal
        }
    }

    private static func finding(_ account: LoginAccount, _ source: any ReservedKeySource) async -> KeyFinding {
        do {
            return try await source.reservedKey(of: account).map(KeyFinding.known) ?? .absent
        } catch {
            return .unavailable(error.description)
        }
    }

    /// Reads the body, but at most one byte more than the longest allowed body. A body of that length is refused as too long.
    private func bytes() throws -> [UInt8] {
        do {
            let handle =
                file == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            var bytes: [UInt8] = []
            while bytes.count <= 16 << 10, let more = try handle.read(upToCount: 16 << 10), !more.isEmpty {
                bytes += more
            }
            return bytes
        } catch {
            throw CommandFailure("\(file) cannot be read", code: "file")
        }
    }
}
