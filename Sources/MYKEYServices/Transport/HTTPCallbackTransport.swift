import HeraldJSON
import MYKEYWire

/// Posts over HTTP by the rules of MYKEY sheet 4.5: addresses are checked, and only checked addresses are used. TLS is verified. Redirects
/// and the environment's proxies are not used. Times and sizes are limited. If an attempt fails, up to two more attempts send the same
/// bytes.
public struct HTTPCallbackTransport: CallbackTransport {
    /// The wallet's name in `User-Agent`.
    public static let userAgent = "Herald-MYKEY/1.0"

    private let rules: AddressRules
    private let limits: TransportLimits
    private let resolver: any HostResolving
    private let exchange: any PostExchanging
    private let trustedCertificates: String?
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a transport.
    /// - Parameters:
    ///   - rules: the hosts that are allowed. Defaults to public ones over https.
    ///   - limits: the limits on times and sizes.
    ///   - resolver: looks up host names. Defaults to the system's resolver.
    ///   - trustedCertificates: the path of a PEM file with certificates to trust instead of the system's. Linux only.
    ///   - sleep: waits between attempts.
    public init(
        rules: AddressRules = .publicOnly, limits: TransportLimits = TransportLimits(),
        resolver: any HostResolving = SystemHostResolver(),
        trustedCertificates: String? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.init(
            rules: rules, limits: limits, resolver: resolver, exchange: ClientExchange(),
            trustedCertificates: trustedCertificates, sleep: sleep)
    }

    init(
        rules: AddressRules, limits: TransportLimits, resolver: any HostResolving, exchange: any PostExchanging,
        trustedCertificates: String?, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.rules = rules
        self.limits = limits
        self.resolver = resolver
        self.exchange = exchange
        self.trustedCertificates = trustedCertificates
        self.sleep = sleep
    }

    public func refusal(of server: ServerAddress) async -> MYKEYServicesError? {
        do {
            _ = try await Destination(server, rules: rules, resolver: resolver, within: limits.connect)
            return nil
        } catch {
            return error.code == .addressRefused ? error : nil
        }
    }

    public func post(_ body: [UInt8], to server: ServerAddress) async -> CallbackDelivery {
        var delivery = CallbackDelivery.failed(
            MYKEYServicesError(.network, field: server.displayHost, reason: "nothing was sent"))
        for pause in [nil] + limits.pauses.prefix(2).map(Optional.some) {
            if let pause {
                guard (try? await sleep(pause)) != nil else { return delivery }
            }
            let attempt = await attempt(body, server)
            delivery = attempt.delivery
            if !attempt.isWorthAnother || Task.isCancelled { return delivery }
        }
        return delivery
    }

    private func attempt(_ body: [UInt8], _ server: ServerAddress) async -> (
        delivery: CallbackDelivery, isWorthAnother: Bool
    ) {
        let start = ContinuousClock.now
        let destination: Destination
        do {
            // The name is looked up again for each attempt, because its address may have changed.
            destination = try await Destination(server, rules: rules, resolver: resolver, within: limits.connect)
        } catch {
            return error.code == .addressRefused ? (.refused(error), false) : (.failed(error), true)
        }
        let outcome = await exchange.send(
            PostExchange(
                destination: destination, body: body, userAgent: Self.userAgent,
                time: limits.total - (ContinuousClock.now - start),
                limits: limits, trustedCertificates: trustedCertificates))
        return read(outcome, server)
    }

    private func read(_ outcome: ExchangeOutcome, _ server: ServerAddress) -> (
        delivery: CallbackDelivery, isWorthAnother: Bool
    ) {
        switch outcome {
        case .answer(let status, let body):
            let reply = CallbackReply(body: body, status: status)
            // If a 502, 503 or 504 has no reply as its body, it comes from a gateway in front of the server, and another attempt is made. A
            // reply is the decision of the server itself and is final.
            guard [502, 503, 504].contains(status), !Self.isReply(body) else { return (.answered(reply), false) }
            let reason = "the server is not available (HTTP \(status))"
            return (.failed(MYKEYServicesError(.network, field: server.displayHost, reason: reason)), true)
        case .tooLarge(let status):
            return (.answered(CallbackReply(body: [], status: status)), false)
        case .failed(.addressRefused):
            let reason = ExchangeFailure.addressRefused.sentence
            return (.refused(MYKEYServicesError(.addressRefused, field: server.displayHost, reason: reason)), false)
        case .failed(let failure):
            let error = MYKEYServicesError(.network, field: server.displayHost, reason: failure.sentence)
            return (.failed(error), failure != .insecure && failure != .cancelled)
        }
    }

    /// True if a body has the form of a reply, whatever its code is.
    private static func isReply(_ body: [UInt8]) -> Bool {
        let limits = JSONLimits(maxBytes: 64 << 10, maxDepth: 16)
        guard let code = (try? JSONValue(parsing: body, limits: limits))?["code"] else { return false }
        return code.intValue != nil
            || code.stringValue.map { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } } == true
    }
}
