import Testing

@testable import MYKEYHummingbird

@Suite("What a dapp's back end logs")
struct RefusalLogTests {
    @Test("attack 63: refusals without end are logged once a second, and what was left out is counted")
    func lines() {
        let (log, start) = (RefusalLog(), ContinuousClock.now)
        #expect((0..<1_000).compactMap { _ in log.count(at: start) } == [Int](repeating: 0, count: RefusalLog.burst))
        #expect(log.count(at: start + .milliseconds(900)) == nil)
        #expect(log.count(at: start + .seconds(2)) == 1_001 - RefusalLog.burst)
        #expect(log.count(at: start + .seconds(2)) == 0)
        #expect(log.count(at: start + .seconds(2)) == nil)
        #expect((0..<1_000).compactMap { _ in log.count(at: start + .seconds(86_400)) }.count == RefusalLog.burst)
    }
}
