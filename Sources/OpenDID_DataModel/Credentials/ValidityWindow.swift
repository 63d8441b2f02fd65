/// From when until when something holds, both moments included (OpenDID sheet 3.2, 3.4).
public struct ValidityWindow: Sendable, Hashable {
    /// The first moment.
    public let from: UTCInstant
    /// The last moment.
    public let until: UTCInstant

    /// A window; `nil` when it ends before it starts.
    public init?(from: UTCInstant, until: UTCInstant) {
        guard from <= until else { return nil }
        self.from = from
        self.until = until
    }

    /// A single moment.
    public init(instant: UTCInstant) {
        from = instant
        until = instant
    }

    /// Where a moment lies.
    public enum State: Sendable, Hashable {
        case notYetValid
        case valid
        case expired
    }

    /// Where `now` lies.
    /// - Parameters:
    ///   - now: the moment.
    ///   - earlyBy: by how many seconds the first moment may lie ahead: some servers print local time as if it were UTC, 32400 seconds
    ///     ahead in Korea (OpenDID sheet 1.3). Defaults to 0.
    public func state(at now: UTCInstant, earlyBy: Int64 = 0) -> State {
        if now > until { return .expired }
        return now.adding(seconds: max(0, earlyBy)) < from ? .notYetValid : .valid
    }
}

extension VerifiableCredential {
    /// When the credential holds; `nil` when a date is malformed or the end lies before the start.
    public var validity: ValidityWindow? { ValidityWindow($validFrom, $validUntil) }
}

extension VerifiablePresentation {
    /// When the presentation holds; `nil` when a date is malformed or the end lies before the start.
    public var validity: ValidityWindow? { ValidityWindow($validFrom, $validUntil) }
}

extension VCMeta {
    /// When the credential holds; `nil` when a date is malformed or the end lies before the start.
    public var validity: ValidityWindow? { ValidityWindow($validFrom, $validUntil) }
}

extension ValidityWindow {
    init?(_ from: UTCInstant?, _ until: UTCInstant?) {
        guard let from, let until else { return nil }
        self.init(from: from, until: until)
    }
}
