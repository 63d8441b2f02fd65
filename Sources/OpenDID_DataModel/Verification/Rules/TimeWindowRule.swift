import HeraldJSON

/// The document is valid now (OpenDID sheet 3.2, 3.4 and 4.4). When it says it was made decides nothing.
public struct TimeWindowRule: VerificationRule {
    /// Where the first moment stands, such as `["validFrom"]`; `nil` when this kind of document has none.
    public let from: [String]?
    /// Where the last moment stands, such as `["validUntil"]`.
    public let until: [String]
    /// How far ahead the first moment may lie, in seconds.
    public let earlyBy: Int64

    /// - Parameters:
    ///   - from: where the first moment stands.
    ///   - until: where the last moment stands.
    ///   - earlyBy: seconds by which a moment may lie ahead. Defaults to 0.
    ///     Servers that print local time as if it were UTC need as many seconds as their clock is ahead, 32400
    ///     in Korea (OpenDID sheet 1.3).
    public init(from: [String]?, until: [String], earlyBy: Int64 = 0) {
        self.from = from
        self.until = until
        self.earlyBy = earlyBy
    }

    /// The window of a credential or presentation.
    public static let validity = TimeWindowRule(from: ["validFrom"], until: ["validUntil"])

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        var failures: [VerificationFailure] = []
        do {
            if let from, subject.now.adding(seconds: max(0, earlyBy)) < (try moment(from, subject.document)) {
                failures.append(VerificationFailure(.notYetValid, at: from.joined(separator: "."), "the document is not valid yet"))
            }
        } catch {
            failures.append(error)
        }
        do {
            if try moment(until, subject.document) < subject.now {
                failures.append(VerificationFailure(.expired, at: until.joined(separator: "."), "the document is not valid any more"))
            }
        } catch {
            failures.append(error)
        }
        return failures
    }

    private func moment(_ path: [String], _ document: SignedDocument) throws(VerificationFailure) -> UTCInstant {
        let place = path.joined(separator: ".")
        guard let text = document[path]?.string else { throw .malformedDocument(place, "a date and time is required here") }
        do {
            return try UTCInstant(text)
        } catch {
            throw .malformedDocument(place, error.reason)
        }
    }
}
