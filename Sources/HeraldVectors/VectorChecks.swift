import HeraldJSON

/// The checks, by the kind of vector that each checks.
public struct VectorChecks: Sendable {
    private let byKind: [String: any VectorCheck]

    /// Creates the table.
    /// - Parameter checks: the checks. If two have the same kind, the later one is used.
    public init(_ checks: [any VectorCheck.Type]) {
        byKind = Dictionary(checks.map { ($0.kind, $0.init()) }, uniquingKeysWith: { _, last in last })
    }

    /// The checks of all kinds that Herald implements.
    public static let all = VectorChecks([
        AddressCheck.self, ChecksumCheck.self, Keccak256Check.self, PersonalSignCheck.self, RecoverCheck.self,
        EOSKeyCheck.self, EOSRefusedTextCheck.self, EOSVerifyCheck.self, EOSSigningCheck.self, EOSLoginCheck.self,
        CallbackCheck.self, LoginEthereumCheck.self, ABICallCheck.self, ABIResultCheck.self, SIWECheck.self,
        OpenDIDVerifyCheck.self, OpenDIDWalletTokenCheck.self, OpenDIDSessionKeyCheck.self, OpenDIDEndToEndCheck.self,
    ])

    func outcome(of vector: Vector) -> VectorOutcome {
        guard let members = vector.members else { return .failed(why: "is not an object") }
        guard let kind = vector.kind else { return .failed(why: "has no kind") }
        guard members.value["id"]?.stringValue != nil else { return .failed(why: "has no id") }
        guard let check = byKind[kind] else { return .skipped(kind: kind) }
        do {
            try check.check(members)
            return .passed
        } catch let failure as VectorFailure {
            return .failed(why: failure.why)
        } catch {
            return .failed(why: "malformed vector: \(error)")
        }
    }
}
