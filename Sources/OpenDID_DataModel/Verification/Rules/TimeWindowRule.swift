import HeraldJSON

/// The time of the check must be within the validity of the document (OpenDID sheet 3.2, 3.4 and 4.4). The time of signing is ignored.
public struct TimeWindowRule: VerificationRule {
    /// The path of the start of the validity, such as `["validFrom"]`. `nil` if this kind of document has none.
    public let from: [String]?
    /// The path of the end of the validity, such as `["validUntil"]`.
    public let until: [String]
    /// The time by which the start may be in the future.
    public let earlyBy: Duration

    /// Creates the rule.
    /// - Parameters:
    ///   - from: the path of the start of the validity, or `nil`.
    ///   - until: the path of the end of the validity.
    ///   - earlyBy: the time by which the start may be in the future. Defaults to none. For servers that write local
    ///     time as if it were UTC, it must be the offset of their time zone, such as 9 hours in Korea (OpenDID sheet
    ///     1.3).
    public init(from: [String]?, until: [String], earlyBy: Duration = .zero) {
        self.from = from
        self.until = until
        self.earlyBy = earlyBy
    }

    /// The rule for a credential or a presentation.
    public static let validity = TimeWindowRule(from: ["validFrom"], until: ["validUntil"])

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        var failures: [VerificationFailure] = []
        do {
            if let from, subject.now + max(.zero, earlyBy) < (try moment(from, subject.document)) {
                failures.append(
                    VerificationFailure(.notYetValid, at: from.joined(separator: "."), "the document is not valid yet"))
            }
        } catch {
            failures.append(error)
        }
        do {
            if try moment(until, subject.document) < subject.now {
                failures.append(
                    VerificationFailure(
                        .expired, at: until.joined(separator: "."), "the document is not valid any more"))
            }
        } catch {
            failures.append(error)
        }
        return failures
    }

    private func moment(_ path: [String], _ document: SignedDocument) throws(VerificationFailure) -> UTCInstant {
        let place = path.joined(separator: ".")
        guard let text = document[path]?.string else {
            throw .malformedDocument(place, "a date and time is required here")
        }
        do {
            return try UTCInstant(text)
        } catch {
            throw .malformedDocument(place, error.reason)
        }
    }
}
