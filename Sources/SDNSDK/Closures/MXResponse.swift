/// What a closure form hands over: a value or an error (SDN sheet 4.3).
public typealias MXResponse<T> = Result<T, any Error>

extension Result where Failure == any Error {
    /// Whether there is a ``value``.
    public var isSuccess: Bool { if case .success = self { true } else { false } }
    /// Whether there is an ``error``.
    public var isFailure: Bool { !isSuccess }

    /// The value of a success.
    public var value: Success? {
        guard case .success(let value) = self else { return nil }
        return value
    }

    /// The error of a failure.
    public var error: (any Error)? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
