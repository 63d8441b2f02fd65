import OpenDID_DataModel

/// Wrong attempts in a row at one passcode or PIN.
///
/// An attempt is charged, and stored, before it is tried: a process that is killed meanwhile has used it up.
struct AttemptRecord: Codable, Sendable, Hashable {
    private(set) var failures: Int
    private(set) var last: StoredInstant?
    private(set) var notBefore: StoredInstant?

    /// No wrong attempt.
    init() { failures = 0 }

    private enum CodingKeys: String, CodingKey { case failures, last, notBefore }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        failures = try container.decode(Int.self, forKey: .failures)
        last = try container.decodeIfPresent(StoredInstant.self, forKey: .last)
        notBefore = try container.decodeIfPresent(StoredInstant.self, forKey: .notBefore)
        guard (0...1_000_000).contains(failures) else {
            throw DecodingError.dataCorruptedError(forKey: .failures, in: container, debugDescription: "no such number of attempts")
        }
    }

    /// Charges one attempt.
    /// - Throws: ``WalletError`` `blocked` or `try_later`; then nothing may be tried.
    mutating func charge(at now: UTCInstant, rule: AttemptRule) throws(WalletError) {
        guard failures < rule.limit else {
            throw WalletError(.blocked, reason: "\(failures) wrong attempts in a row; no further one is allowed")
        }
        // After a clock that ran ahead was set right the wait starts anew; setting a clock back never shortens one.
        if let last, now < last.instant { wait(from: now, rule) }
        if let notBefore, now < notBefore.instant {
            throw WalletError(
                .tryLater, reason: "after \(failures) wrong attempts the next one is allowed from \(notBefore.instant.text) on",
                retryAt: notBefore.instant)
        }
        failures += 1
        wait(from: now, rule)
    }

    private mutating func wait(from now: UTCInstant, _ rule: AttemptRule) {
        let delay = rule.delay(after: failures)
        last = StoredInstant(now)
        notBefore = delay == 0 ? nil : StoredInstant(UTCInstant(seconds: now.seconds + delay, nanoseconds: now.nanoseconds))
    }

    /// What a wrong attempt that was charged is answered.
    func refusal(_ rule: AttemptRule) -> WalletError {
        let left = max(rule.limit - failures, 0)
        return WalletError(
            .wrongPasscode, reason: left == 0 ? "it is wrong, and no attempt is left" : "it is wrong; attempts left: \(left)",
            retryAt: notBefore?.instant)
    }
}
