import HeraldHTTP

/// The hosts that a wallet may connect to. The rules are needed because a request names the URL of its callback, and anybody can send a
/// request (MYKEY sheet 4.5 and 9.8). The default therefore allows only public hosts with TLS.
public struct AddressRules: Sendable, Hashable {
    /// The kinds of addresses that are allowed.
    public var allowed: Set<AddressKind>
    /// True if `http` to other machines is allowed. It is for development only.
    public var allowsPlainHTTP: Bool

    /// Creates rules.
    /// - Parameters:
    ///   - allowed: the kinds of addresses that are allowed. Defaults to public ones only.
    ///   - allowsPlainHTTP: true to allow `http` to other machines. Defaults to false.
    public init(allowed: Set<AddressKind> = [.global], allowsPlainHTTP: Bool = false) {
        self.allowed = allowed
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// Allows public hosts over https only.
    public static let publicOnly = AddressRules()
    /// Allows public hosts over https, and programs on this machine over http or https.
    public static let loopbackToo = AddressRules(allowed: [.global, .loopback])

    /// Returns the reason why an address is not allowed, or `nil` if it is allowed.
    public func refusal(of address: NetworkAddress, isSecure: Bool) -> String? {
        let kind = AddressKind(address)
        guard allowed.contains(kind) else { return "its address \(address) is not a public one (\(kind.rawValue))" }
        guard isSecure || allowsPlainHTTP || kind == .loopback else {
            return "http without TLS goes to this machine only"
        }
        return nil
    }
}
