/// The first and the last point in time at which a document is valid, both inclusive (OpenDID sheet 3.2, 3.4).
public struct ValidityWindow: Sendable, Hashable {
    /// The first valid point in time.
    public let from: UTCInstant
    /// The last valid point in time.
    public let until: UTCInstant

    /// Creates a window. Returns `nil` if the end is before the start.
    public init?(from: UTCInstant, until: UTCInstant) {
        guard from <= until else { return nil }
        self.from = from
        self.until = until
    }

    /// Creates a window that consists of a single point in time.
    public init(instant: UTCInstant) {
        from = instant
        until = instant
    }

    /// The position of a point in time relative to a window.
    public enum State: Sendable, Hashable {
        case notYetValid
        case valid
        case expired
    }

    /// Returns the position of `now` relative to the window.
    /// - Parameters:
    ///   - now: the point in time.
    ///   - earlyBy: the time by which the start may be in the future. Some servers write local time as if it were
    ///     UTC, which is 9 hours ahead in Korea (OpenDID sheet 1.3). Defaults to none.
    public func state(at now: UTCInstant, earlyBy: Duration = .zero) -> State {
        if now > until { return .expired }
        return now + max(.zero, earlyBy) < from ? .notYetValid : .valid
    }
}

extension VerifiableCredential {
    /// The credential's validity, or `nil` if a date is malformed or the end is before the start.
    public var validity: ValidityWindow? { ValidityWindow($validFrom, $validUntil) }
}

extension VerifiablePresentation {
    /// The presentation's validity, or `nil` if a date is malformed or the end is before the start.
    public var validity: ValidityWindow? { ValidityWindow($validFrom, $validUntil) }
}

extension VCMeta {
    /// The credential's validity, or `nil` if a date is malformed or the end is before the start.
    public var validity: ValidityWindow? { ValidityWindow($validFrom, $validUntil) }
}

extension ValidityWindow {
    init?(_ from: UTCInstant?, _ until: UTCInstant?) {
        guard let from, let until else { return nil }
        self.init(from: from, until: until)
    }
}
