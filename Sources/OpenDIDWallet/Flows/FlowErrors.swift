import HeraldJSON
import OpenDID_DataModel

extension WalletError.Code {
    /// No whole answer came; the same request may be sent again.
    public static let transport = WalletError.Code("transport", upstream: "MSDKCMM00000")
    /// A server refused; ``WalletError/serverError`` has what it said.
    public static let refused = WalletError.Code("refused", upstream: "MSDKCMM00003")
    /// An answer is not what the protocol expects at this place.
    public static let answer = WalletError.Code("answer", upstream: "MSDKWLT05004")
    /// A signature, a proof or something else about a signed document does not hold.
    public static let verification = WalletError.Code("verification", upstream: "MSDKWLT05010")
    /// A provider's certificate does not hold, or gives it another role.
    public static let certificate = WalletError.Code("certificate", upstream: "MSDKWLT05007")
    /// The registry shows other keys of the trust agent or of a provider than this wallet knows; see ``ProviderKeyMemory``.
    public static let providerKey = WalletError.Code("provider_key", upstream: "MSDKWLT05010")
    /// No credential is what the verifier asks for, or nothing of it may be shown.
    public static let noCredential = WalletError.Code("no_credential", upstream: "MSDKWLT05070")
    /// An offer cannot be used: malformed, expired, of another kind, or pointing to a host that is not allowed.
    public static let offer = WalletError.Code("offer", upstream: "MSDKWLT05002")
    /// A protocol was left unfinished; it has to be resumed first.
    public static let unfinished = WalletError.Code("unfinished", upstream: "MSDKWLT05001")
    /// A run failed, and the wallet then found that the registry has other keys or another credential of its own than it took for
    /// registered. It turned to those: the run may be tried again.
    public static let recovered = WalletError.Code("recovered", upstream: "MSDKWLT05001")
    /// A credential may have been issued, and was not received: the servers do not answer for it any more. It can be issued again, which
    /// ends the one that was lost.
    public static let notReceived = WalletError.Code("not_received", upstream: "MSDKWLT05001")
    /// The task was cancelled.
    public static let cancelled = WalletError.Code("cancelled", upstream: "MSDKWLT05001")
}

extension WalletError {
    /// An error of a module below, in this module's terms. Its text holds no secret: those of the modules below do not either.
    static func wrapping(_ error: any Error, as code: Code, field: String = "") -> WalletError {
        switch error {
        case let error as WalletError: error
        case let error as DataModelError: WalletError(code, field: joined(field, error.field), reason: error.reason)
        case let error as JSONError: WalletError(code, field: joined(field, error.path), reason: error.reason)
        case let error as VerificationFailure:
            WalletError(code, field: joined(field, error.place), reason: "\(error.code.rawValue): \(error.reason)")
        case let error as TransportFailure: WalletError(.transport, field: field, reason: error.reason)
        case is CancellationError: WalletError(.cancelled, field: field, reason: "the task was cancelled")
        default: WalletError(code, field: field, reason: "\(error)")
        }
    }

    private static func joined(_ field: String, _ inner: String) -> String {
        field.isEmpty ? inner : inner.isEmpty ? field : "\(field).\(inner)"
    }
}

/// Runs `body` and gives every error as the module's own.
func translating<Value>(_ code: WalletError.Code, _ field: String = "", _ body: () throws -> Value) throws(WalletError) -> Value {
    do {
        return try body()
    } catch {
        throw WalletError.wrapping(error, as: code, field: field)
    }
}

/// Runs `body` and gives every error as the module's own.
func translating<Value: Sendable>(
    _ code: WalletError.Code, _ field: String = "", _ body: () async throws -> Value
) async throws(WalletError) -> Value {
    do {
        return try await body()
    } catch {
        throw WalletError.wrapping(error, as: code, field: field)
    }
}
