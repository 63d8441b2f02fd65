import Foundation
import SDNWire
import Testing
@testable import SDNNode

@Suite("Points in time")
struct TimestampTests {
    private let time = Timestamp(milliseconds: 1_700_000_000_123)

    @Test("a time is moved by a duration, and the difference of two times is a duration")
    func arithmetic() {
        #expect((time + .seconds(2)).milliseconds == 1_700_000_002_123)
        #expect((time - .milliseconds(123)).milliseconds == 1_700_000_000_000)
        #expect(time - (time + .seconds(2)) == .seconds(-2))
        #expect(time < time + .milliseconds(1))
    }

    @Test("arithmetic with outside times stops at the first and the last point in time")
    func extremes() {
        let first = Timestamp(milliseconds: .min), last = Timestamp(milliseconds: .max)
        #expect(last + .seconds(Int64.max) == last)
        #expect(first - .seconds(Int64.max) == first)
        #expect(last.milliseconds(since: first) == .max)
        #expect(first.milliseconds(since: last) == .min)
        #expect(!StoredDeadline.isAhead(last, madeAt: last, now: first))
        #expect(Duration.seconds(Int64.max).milliseconds == .max)
        #expect(Duration.seconds(Int64.min).milliseconds == .min)
        #expect(Duration.milliseconds(Int64.max).milliseconds == .max)
    }

    @Test("a time is stored as its number of milliseconds")
    func coding() throws {
        let json = try JSONEncoder().encode([time])
        #expect(String(decoding: json, as: UTF8.self) == "[1700000000123]")
        #expect(try JSONDecoder().decode([Timestamp].self, from: json) == [time])
    }
}
