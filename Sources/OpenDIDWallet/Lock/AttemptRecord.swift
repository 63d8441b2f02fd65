import OpenDID_DataModel

/// The number of wrong and of interrupted attempts at one passcode or PIN since the last correct attempt.
///
/// Before scrypt checks the passcode, the attempt is stored as under way, together with the wait that follows it. After a wrong attempt,
/// the new count is stored before the result is reported. A correct attempt resets the record. If an attempt is still under way in the
/// record when the next one begins, Ctrl-C, a kill or a power failure interrupted it. An interrupted attempt may have been correct, so it
/// does not count as a wrong attempt. However, the wait after it applies, and ``AttemptRule/interruptedLimit`` limits the number of
/// interrupted attempts until a correct one resets it.
///
/// An attacker gains little by killing the process. The result is visible only after it is on disk, so an earlier kill reveals nothing. An
/// attacker who can observe the inside of the process, or the next write, may learn the result and kill the process before it is stored.
/// That attacker has `interruptedLimit` attempts in addition to the `limit` wrong ones, each with the growing wait, and no more. However,
/// an attacker with that much access can also copy the files, and then only the cost of scrypt protects the data.
struct AttemptRecord: Codable, Sendable, Hashable {
    /// The number of wrong attempts.
    private(set) var failures: Int
    /// The number of attempts whose result is unknown.
    private(set) var interrupted: Int
    /// True if an attempt was begun and has no result yet.
    private(set) var isUnderWay: Bool
    private(set) var last: StoredInstant?
    private(set) var notBefore: StoredInstant?

    /// Creates a record without attempts.
    init() { (failures, interrupted, isUnderWay) = (0, 0, false) }

    private enum CodingKeys: String, CodingKey { case failures, interrupted, isUnderWay, last, notBefore }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        failures = try container.decode(Int.self, forKey: .failures)
        interrupted = try container.decode(Int.self, forKey: .interrupted)
        isUnderWay = try container.decode(Bool.self, forKey: .isUnderWay)
        last = try container.decodeIfPresent(StoredInstant.self, forKey: .last)
        notBefore = try container.decodeIfPresent(StoredInstant.self, forKey: .notBefore)
        for (count, key) in [(failures, CodingKeys.failures), (interrupted, .interrupted)]
        where !(0...1_000_000).contains(count) {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "no such number of attempts")
        }
    }

    /// The number of attempts that were wrong, were interrupted or are under way. It determines the wait.
    var attempts: Int { failures + interrupted + (isUnderWay ? 1 : 0) }

    /// Begins an attempt. The caller must store the record before it checks the passcode.
    /// - Throws: ``WalletError`` with code `blocked` or `try_later`. The caller must not check the passcode then.
    mutating func charge(at now: UTCInstant, rule: AttemptRule) throws(WalletError) {
        if isUnderWay { (interrupted, isUnderWay) = (interrupted + 1, false) }
        guard failures < rule.limit else {
            throw WalletError(.blocked, reason: "\(failures) wrong attempts in a row; no further one is allowed")
        }
        guard interrupted < rule.interruptedLimit else {
            throw WalletError(
                .blocked, reason: "\(interrupted) interrupted attempts in a row; no further one is allowed")
        }
        // If the clock was ahead and has been corrected, the wait begins again. Setting the clock back therefore never shortens a wait.
        if let last, now < last.instant { wait(from: now, rule) }
        if let notBefore, now < notBefore.instant {
            let wrong = interrupted == 0 ? "\(failures) wrong" : "\(failures) wrong and \(interrupted) interrupted"
            throw WalletError(
                .tryLater, reason: "after \(wrong) attempts the next one is allowed from \(notBefore.instant.text) on",
                retryAt: notBefore.instant)
        }
        isUnderWay = true
        wait(from: now, rule)
    }

    /// Counts the attempt as wrong. The caller must store the record before it reports the result.
    mutating func countWrong() { (failures, isUnderWay) = (failures + 1, false) }

    private mutating func wait(from now: UTCInstant, _ rule: AttemptRule) {
        let delay = rule.delay(after: attempts)
        last = StoredInstant(now)
        notBefore =
            delay == .zero ? nil : StoredInstant(now + delay)
    }

    /// Returns the error for a wrong attempt that was counted.
    func refusal(_ rule: AttemptRule) -> WalletError {
        let left = max(rule.limit - failures, 0)
        return WalletError(
            .wrongPasscode,
            reason: left == 0 ? "it is wrong, and no attempt is left" : "it is wrong; attempts left: \(left)",
            retryAt: notBefore?.instant)
    }

    /// True if this record counts at least as many wrong attempts as the other one, and at least as many attempts in total.
    func covers(_ other: AttemptRecord) -> Bool { failures >= other.failures && attempts >= other.attempts }

    /// Returns a record that counts at least as many attempts of each kind as both records.
    func merged(with other: AttemptRecord) -> AttemptRecord {
        if covers(other) { return self }
        if other.covers(self) { return other }
        var merged = attempts >= other.attempts ? self : other
        merged.failures = max(failures, other.failures)
        merged.interrupted = max(attempts, other.attempts) - merged.failures
        merged.isUnderWay = false
        return merged
    }
}
