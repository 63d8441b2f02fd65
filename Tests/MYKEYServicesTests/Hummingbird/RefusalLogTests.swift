import Testing

@testable import MYKEYHummingbird

@Suite("The log of a dapp's back end")
struct RefusalLogTests {
    @Test("attack 63: endless refusals are logged once a second, with a count of those left out")
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
