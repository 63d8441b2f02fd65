/// Which hosts a wallet connects to. The URL comes from a stranger (MYKEY sheet 4.5 and 9.8), so nothing but public hosts over TLS is
/// the default.
public struct AddressRules: Sendable, Hashable {
    /// The kinds of addresses that may be connected to.
    public var allowed: Set<AddressKind>
    /// Whether `http` may go to hosts other than this machine. For development.
    public var allowsPlainHTTP: Bool

    /// - Parameters:
    ///   - allowed: the kinds of addresses that may be connected to. Defaults to public ones only.
    ///   - allowsPlainHTTP: whether `http` may go to hosts other than this machine.
    public init(allowed: Set<AddressKind> = [.global], allowsPlainHTTP: Bool = false) {
        self.allowed = allowed
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// Public hosts, https only.
    public static let publicOnly = AddressRules()
    /// Public hosts over https, and programs on this machine over http or https.
    public static let loopbackToo = AddressRules(allowed: [.global, .loopback])

    /// Why an address may not be connected to; `nil` when it may.
    public func refusal(of address: NetworkAddress, isSecure: Bool) -> String? {
        let kind = AddressKind(address)
        guard allowed.contains(kind) else { return "its address \(address) is not a public one (\(kind.rawValue))" }
        guard isSecure || allowsPlainHTTP || kind == .loopback else { return "http without TLS goes to this machine only" }
        return nil
    }
}
