import Foundation

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

/// The values that a call with progress delivers: its progress, several times, and then its outcome, once (SDN sheet 4.3).
public enum MXProgress<T> {
    /// The progress of the call, in bytes.
    case progress(Progress)
    /// The call succeeded.
    case success(T)
    /// The call failed.
    case failure(any Error)

    /// True when the call has ended.
    public var isComplete: Bool { if case .progress = self { false } else { true } }
    /// The progress of the call; `nil` once the call has ended.
    public var progress: Progress? { if case .progress(let progress) = self { progress } else { nil } }
    /// True when there is a ``value``.
    public var isSuccess: Bool { value != nil }
    /// The value, when the call succeeded.
    public var value: T? { if case .success(let value) = self { value } else { nil } }
    /// True when there is an ``error``.
    public var isFailure: Bool { error != nil }
    /// The error, when the call failed.
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

extension MXProgress: Sendable where T: Sendable {}
