import HeraldJSON
import OpenDID_DataModel

extension WalletError {
    /// Converts an error of another module to a ``WalletError``. The text of the error contains no secret, because the errors of the other
    /// modules contain none.
    static func wrapping(_ error: any Error, as code: Code, field: String = "") -> WalletError {
        switch error {
        case let error as WalletError: error
        case let error as DataModelError: WalletError(code, field: joined(field, error.field), reason: error.reason)
        case let error as JSONError: WalletError(code, field: joined(field, error.path), reason: error.reason)
        case let error as VerificationFailure:
            WalletError(
                code, field: joined(field, error.place), reason: "\(error.code.rawValue): \(error.reason)",
                upstreamCode: error.code == .certificateRole ? "MSDKWLT05006" : nil)
        case let error as TransportFailure:
            WalletError(
                .transport, field: field, reason: error.reason,
                upstreamCode: error.kind == .malformedURL ? "MSDKCMM00001" : nil)
        case is CancellationError: WalletError(.cancelled, field: field, reason: "the task was cancelled")
        default: WalletError(code, field: field, reason: "\(error)")
        }
    }

    private static func joined(_ field: String, _ inner: String) -> String {
        field.isEmpty ? inner : inner.isEmpty ? field : "\(field).\(inner)"
    }
}

/// Runs `body` and converts its errors to ``WalletError``.
func translating<Value>(_ code: WalletError.Code, _ field: String = "", _ body: () throws -> Value) throws(WalletError)
    -> Value
{
    do {
        return try body()
    } catch {
        throw WalletError.wrapping(error, as: code, field: field)
    }
}

/// Runs `body` and converts its errors to ``WalletError``.
func translating<Value: Sendable>(
    _ code: WalletError.Code, _ field: String = "", _ body: () async throws -> Value
) async throws(WalletError) -> Value {
    do {
        return try await body()
    } catch {
        throw WalletError.wrapping(error, as: code, field: field)
    }
}
