import Foundation

/// What a call with progress hands over: how far it is, several times, and then its outcome, once (SDN sheet 4.3).
public enum MXProgress<T> {
    /// How far the call has come, in bytes.
    case progress(Progress)
    /// The call succeeded.
    case success(T)
    /// The call failed.
    case failure(any Error)

    /// Whether the call has ended.
    public var isComplete: Bool { if case .progress = self { false } else { true } }
    /// How far the call has come; `nil` once it has ended.
    public var progress: Progress? { if case .progress(let progress) = self { progress } else { nil } }
    /// Whether there is a ``value``.
    public var isSuccess: Bool { value != nil }
    /// The value of a success.
    public var value: T? { if case .success(let value) = self { value } else { nil } }
    /// Whether there is an ``error``.
    public var isFailure: Bool { error != nil }
    /// The error of a failure.
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

extension MXProgress: Sendable where T: Sendable {}
