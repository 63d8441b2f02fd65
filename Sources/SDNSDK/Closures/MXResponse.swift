/// The outcome that a closure form delivers: a value or an error (SDN sheet 4.3).
public typealias MXResponse<T> = Result<T, any Error>

extension Result where Failure == any Error {
    /// True when there is a ``value``.
    public var isSuccess: Bool { if case .success = self { true } else { false } }
    /// True when there is an ``error``.
    public var isFailure: Bool { !isSuccess }

    /// The value, when the call succeeded.
    public var value: Success? {
        guard case .success(let value) = self else { return nil }
        return value
    }

    /// The error, when the call failed.
    public var error: (any Error)? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
