import ArgumentParser
import Foundation
import HeraldJSON
import HeraldPeer
import Logging
import MYKEYHummingbird
import MYKEYServices
import MYKEYWire

/// `herald mykey server`: a dapp's back end on this machine.
struct MYKEYServer: MYKEYReporting {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: "Run a dapp's back end: begin logins, take what wallets post, say who logged in.",
        discussion: """
            Listens on the loopback interface unless --host says otherwise; the first line on standard output is "listening on http://HOST:PORT", each login is one more. \
            POST /begin begins a login, wallets post to /login, GET /status with the session as bearer token says what became of it.
            """)

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8470

    @Option(help: "The address to listen on; anything but this machine's own needs --domain, and a proxy that speaks TLS in front.")
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp(
        "How wallets see this server: the host in its URL, with the port unless it is 443. Defaults to the address and port it listens on.",
        valueName: "host"))
    var domain: String?

    @Option(help: "Remember logins in this file. Defaults to memory, and then a restart forgets what was accepted.", completion: .file())
    var data: String?

    @OptionGroup var decision: DecisionOptions

    @Flag(help: "Refuse logins without the text that names this server: stock wallets, whose users can be tricked into logging in another.")
    var requireTag = false

    @Flag(help: "Give out no codes: whoever begins a login is logged in as the person who approves it.")
    var withoutCodes = false

    @Option(help: "How many seconds a looked-up key is believed, 60 at most.")
    var cache: Int64 = 30

    @Option(help: ArgumentHelp(
        "A user's stable id in two-way binding, waited for as long as this server runs. `herald mykey bindings` removes what --data holds.",
        valueName: "uuid"))
    var bind: [String] = []

    @Option(help: "How many logins that one address has begun may be pending at a time. Behind a proxy that --trusted-proxy does not name all callers have its address.")
    var pendingPerAddress = CallbackLimits().pendingLoginsPerAddress

    @OptionGroup(title: "Who knows the accounts' keys")
    var chain: ChainOptions

    @OptionGroup var proxy: ProxyOptions

    @Flag(help: "Say nothing of refusals on standard error.")
    var quiet = false

    @Flag(help: "Print a JSON object for each login.")
    var json = false

    var isJSON: Bool { json }

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
        guard domain != nil || Self.isThisMachine(host) else {
            throw ValidationError("--host \(host) is seen from elsewhere under a name that this program does not know: say it with --domain.")
        }
        if let domain, (try? ServerAddress("https://\(domain)/"))?.displayHost != domain {
            throw ValidationError("--domain is a host in lower case, with its port unless that is 443, such as login.example.")
        }
    }

    private static func isThisMachine(_ host: String) -> Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    func act() async throws {
        let keys = CachingKeySource(try chain.requiredSource(), seconds: cache)
        let store = try data.map { try SQLiteReplayStore(path: $0, usesStoredBindings: false) } ?? SQLiteReplayStore.inMemory()
        var logger = Logger(label: "herald.mykey") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = quiet ? .critical : .notice
        let (host, port, bind, requireTag, output, log) = (host, port, bind, requireTag, SafeOutput(json: json), logger)
        let named = domain
        var own = CallbackLimits()
        own.pendingLoginsPerAddress = pendingPerAddress
        let limits = try own.validated()
        if !Self.isThisMachine(host), !quiet {
            let warning = "herald: this server speaks plain http. Sessions and codes are readable on the way unless a proxy with TLS stands in front.\n"
            FileHandle.standardError.write(Data(warning.utf8))
        }
        let untagged = decision.rules(withoutCodes ? .stockWallets : .bound(to: decision.returns ?? [MYKEYDapp.defaultScheme]))
        var listener = LoopbackServer.limits
        listener.proxies = try proxy.proxies()
        let listening = listener
        try await ListenUntilSignal.run {
            let desk = try await LoginDesk.start(host: host, port: port, limits: listening, logger: log) { address in
                let domain = named ?? address
                var rules = untagged
                rules.tagged = requireTag ? .required(domain: domain) : .checked(domain: domain)
                return CallbackService(rules: rules, keys: keys, store: store, limits: limits, onLogin: { login in
                    output.json
                        ? output.line(SafeText.json(login.json)) : output.line("login  \(login.caip10)\(login.isTagged ? "" : "  (names no server)")")
                })
            }
            for uuID in bind { try await desk.service.bind(uuID: uuID) }
            return desk
        }
    }
}

/// The options for the decisions of a server.
struct DecisionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A dapp key that is this server's, for two-way binding.", valueName: "key"))
    var dappKey: [String] = []

    @Option(help: ArgumentHelp("A wallet that may log in, as it names itself. Defaults to mykey.", valueName: "name"))
    var ref: [String] = []

    @Option(
        name: .customLong("return"),
        help: ArgumentHelp(
            "A program that logins return to: an app's scheme, or a page's URL. A server's default is heralddapp, the scheme of `herald mykey dapp`.",
            valueName: "scheme or url"))
    var returnsTo: [String] = []

    /// The programs to which a login may return; `nil` when none were named.
    var returns: [String]? { returnsTo.isEmpty ? nil : returnsTo }

    func rules(_ returning: ReturnRule) -> CallbackRules {
        CallbackRules(dappKeys: dappKey, allowedRefs: ref.isEmpty ? [LoginStatement.ref] : ref, returning: returning)
    }
}
