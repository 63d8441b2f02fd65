import ArgumentParser
import Foundation
import HeraldHTTP
import HeraldJSON
import HeraldPeer
import Logging
import MYKEYLocalServers
import MYKEYServices
import MYKEYWire

/// The command `herald mykey server`: runs a dapp's back end on this machine.
struct MYKEYServer: MYKEYReporting {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Run a dapp's back end: begin logins, receive the callbacks of wallets, and report who logged in.",
        discussion: """
            Listens on the loopback interface, or on the address of --host. The first line on standard output is "listening on http://HOST:PORT". Each login prints one more line. \
            POST /begin begins a login, wallets post to /login, and GET /status with the session as bearer token returns the result.
            """)

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8470

    @Option(
        help:
            "The address to listen on. An address other than this machine's own needs --domain, and a TLS proxy in front."
    )
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "The server's name as wallets see it: the host in its URL, with the port unless it is 443, or 80 without TLS. Defaults to the address and port that it listens on.",
            valueName: "host"))
    var domain: String?

    @Option(
        help: "Store logins in this file. Defaults to memory; then a restart forgets accepted logins.",
        completion: .file())
    var data: String?

    @OptionGroup var decision: DecisionOptions

    @Flag(
        help:
            "Refuse logins without the text that names this server. This refuses stock wallets, whose users can be tricked into logging in somebody else."
    )
    var requireTag = false

    @Flag(help: "Issue no codes. Anybody who begins a login is then logged in as the person who approves it.")
    var withoutCodes = false

    @Option(help: "The number of seconds for which a looked-up key is cached, at most 60.")
    var cache: Seconds = 30

    @Option(
        help: ArgumentHelp(
            "A user's stable ID in two-way binding, alone or as ID=ACCOUNT. The server waits for it as long as it runs, and only one account may log in with it: the named one, or that of the first login. `herald mykey bindings` removes bindings from the file of --data.",
            valueName: "uuid"))
    var bind: [BoundUserOption] = []

    @Option(
        help:
            "The number of pending logins that one address may have. Behind a proxy that --trusted-proxy does not name, all callers have the proxy's address."
    )
    var pendingPerAddress = CallbackLimits().pendingLoginsPerAddress

    @OptionGroup(title: "Sources of the accounts' keys")
    var chain: ChainOptions

    @OptionGroup var proxy: ProxyOptions

    @Flag(help: "Do not report refusals on standard error.")
    var quiet = false

    @Flag(help: "Print a JSON object for each login.")
    var json = false

    var isJSON: Bool { json }

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
        guard (Duration.zero...CachingKeySource.longest).contains(cache.duration) else {
            throw ValidationError(
                "--cache is a number of seconds from 0 to \(CachingKeySource.longest.components.seconds).")
        }
        guard domain != nil || URLHost.isThisMachine(host) else {
            throw ValidationError(
                "Wallets see --host \(host) under a name that this program does not know, so give the name with --domain."
            )
        }
        if let domain, (try? ServerAddress("https://\(domain)/"))?.displayHost != domain {
            throw ValidationError(
                "--domain is a host in lower case, with its port unless that is 443, such as login.example.")
        }
    }

    func act() async throws {
        let keys = CachingKeySource(try chain.requiredSource(), lifetime: cache.duration)
        let store =
            try data.map { try SQLiteReplayStore(path: $0, usesStoredBindings: false) } ?? SQLiteReplayStore.inMemory()
        var logger = Logger(label: "herald.mykey") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = quiet ? .critical : .notice
        let (host, port, bind, requireTag, output, log) = (host, port, bind, requireTag, SafeOutput(json: json), logger)
        let named = domain
        var own = CallbackLimits()
        own.pendingLoginsPerAddress = pendingPerAddress
        let limits = try own.validated()
        if !URLHost.isThisMachine(host), !quiet {
            let warning =
                "herald: this server speaks plain http. Sessions and codes are readable on the way unless a proxy with TLS stands in front.\n"
            FileHandle.standardError.writeIfPossible(warning)
        }
        let untagged = decision.rules(
            withoutCodes ? .stockWallets : .bound(to: decision.returns ?? [MYKEYDapp.defaultScheme]))
        var listener = LoopbackServer.limits
        listener.proxies = try proxy.proxies()
        let listening = listener
        try await ListenUntilSignal.run(surviving: "herald mykey server") {
            let loginServer = try await LoginServer.start(host: host, port: port, limits: listening, logger: log) {
                address in
                let domain = named ?? address
                var rules = untagged
                rules.tagged = requireTag ? .required(domain: domain) : .checked(domain: domain)
                return CallbackService(
                    rules: rules, keys: keys, store: store, limits: limits,
                    onLogin: { login in
                        output.json
                            ? output.line(SafeText.json(login.json))
                            : output.line("login  \(login.caip10)\(login.isTagged ? "" : "  (names no server)")")
                    })
            }
            do {
                for user in bind { try await loginServer.service.bind(uuID: user.uuID, account: user.account) }
            } catch {
                await loginServer.stop()
                throw error
            }
            return loginServer
        }
    }
}

/// The options that affect how a server decides about logins.
struct DecisionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A dapp key of this server, for two-way binding.", valueName: "key"))
    var dappKey: [String] = []

    @Option(help: ArgumentHelp("The name of a wallet that may log in. Defaults to mykey.", valueName: "name"))
    var ref: [String] = []

    @Option(
        name: .customLong("return"),
        help: ArgumentHelp(
            "A program that logins return to: an app's scheme, or a page's URL. For a server it defaults to heralddapp, the scheme of `herald mykey dapp`.",
            valueName: "scheme or url"))
    var returnsTo: [String] = []

    /// The programs to which a login may return, or `nil` if the user named none.
    var returns: [String]? { returnsTo.isEmpty ? nil : returnsTo }

    func rules(_ returning: ReturnRule) -> CallbackRules {
        CallbackRules(dappKeys: dappKey, allowedRefs: ref.isEmpty ? [LoginStatement.ref] : ref, returning: returning)
    }
}

/// The value of `--bind`: `UUID`, or `UUID=ACCOUNT`.
struct BoundUserOption: ExpressibleByArgument, Sendable {
    let uuID: String
    let account: LoginAccount?

    init?(argument: String) {
        let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let uuID = halves.first, !uuID.isEmpty else { return nil }
        self.uuID = uuID
        guard halves.count == 2 else {
            account = nil
            return
        }
        guard let account = try? LoginAccount(halves[1]) else { return nil }
        self.account = account
    }
}
