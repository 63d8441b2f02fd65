import OpenDID_DataModel

/// Wrong and interrupted attempts in a row at one passcode or PIN.
///
/// An attempt is stored as under way before scrypt begins, with the wait that it costs. When it was wrong, that is stored before anybody is
/// told; when it was right, everything is forgotten. An attempt that is still under way when the next one begins was interrupted: by Ctrl-C,
/// a kill, or a power cut. It may have been right, so it does not count among those that block for good; it has cost its wait, and
/// ``AttemptRule/interruptedLimit`` bounds how many there may be until a right one clears them.
///
/// A killer gains little. The result shows only after it is on disk, so an attempt that is killed before that tells nothing. Somebody who can
/// tell the result from inside the process, or from which write comes next, and kills it then, has `interruptedLimit` attempts beside the
/// `limit` wrong ones, each at the price of the growing wait, and no more, however often the process is killed. Who can look so deep can
/// copy the files as well, and then nothing but the cost of scrypt counts.
struct AttemptRecord: Codable, Sendable, Hashable {
    /// Attempts that were wrong.
    private(set) var failures: Int
    /// Attempts of which nobody knows.
    private(set) var interrupted: Int
    /// Whether one was begun and not decided.
    private(set) var isUnderWay: Bool
    private(set) var last: StoredInstant?
    private(set) var notBefore: StoredInstant?

    /// No wrong attempt.
    init() { (failures, interrupted, isUnderWay) = (0, 0, false) }

    private enum CodingKeys: String, CodingKey { case failures, interrupted, isUnderWay, last, notBefore }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        failures = try container.decode(Int.self, forKey: .failures)
        interrupted = try container.decode(Int.self, forKey: .interrupted)
        isUnderWay = try container.decode(Bool.self, forKey: .isUnderWay)
        last = try container.decodeIfPresent(StoredInstant.self, forKey: .last)
        notBefore = try container.decodeIfPresent(StoredInstant.self, forKey: .notBefore)
        for (count, key) in [(failures, CodingKeys.failures), (interrupted, .interrupted)] where !(0...1_000_000).contains(count) {
            throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "no such number of attempts")
        }
    }

    /// All attempts that were not right, as the waits count them.
    var attempts: Int { failures + interrupted + (isUnderWay ? 1 : 0) }

    /// Begins an attempt: to be stored before anything is tried.
    /// - Throws: ``WalletError`` `blocked` or `try_later`; then nothing may be tried.
    mutating func charge(at now: UTCInstant, rule: AttemptRule) throws(WalletError) {
        if isUnderWay { (interrupted, isUnderWay) = (interrupted + 1, false) }
        guard failures < rule.limit else {
            throw WalletError(.blocked, reason: "\(failures) wrong attempts in a row; no further one is allowed")
        }
        guard interrupted < rule.interruptedLimit else {
            throw WalletError(.blocked, reason: "\(interrupted) interrupted attempts in a row; no further one is allowed")
        }
        // After a clock that ran ahead was set right the wait starts anew; setting a clock back never shortens one.
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

    /// The attempt that was under way was wrong: to be stored before anybody is told.
    mutating func countWrong() { (failures, isUnderWay) = (failures + 1, false) }

    private mutating func wait(from now: UTCInstant, _ rule: AttemptRule) {
        let delay = rule.delay(after: attempts)
        last = StoredInstant(now)
        notBefore = delay == 0 ? nil : StoredInstant(UTCInstant(seconds: now.seconds + delay, nanoseconds: now.nanoseconds))
    }

    /// What a wrong attempt that was counted is answered.
    func refusal(_ rule: AttemptRule) -> WalletError {
        let left = max(rule.limit - failures, 0)
        return WalletError(
            .wrongPasscode, reason: left == 0 ? "it is wrong, and no attempt is left" : "it is wrong; attempts left: \(left)",
            retryAt: notBefore?.instant)
    }

    /// Whether it counts no fewer than another record, wrong ones and all of them.
    func covers(_ other: AttemptRecord) -> Bool { failures >= other.failures && attempts >= other.attempts }

    /// Counts at least as many as both: neither kind goes for the other one's sake.
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
