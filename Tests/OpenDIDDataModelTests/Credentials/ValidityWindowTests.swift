import OpenDID_DataModel
import Testing

@Suite("Periods of validity")
struct ValidityWindowTests {
    @Test("a period includes both of its ends")
    func ends() throws {
        let window = try #require(ValidityWindow(from: UTCInstant(seconds: 100), until: UTCInstant(seconds: 200)))
        let states = [99, 100, 200, 201].map { window.state(at: UTCInstant(seconds: $0)) }
        #expect(states == [.notYetValid, .valid, .valid, .expired])
        #expect(window.state(at: UTCInstant(seconds: 200, nanoseconds: 1)) == .expired)
        #expect(ValidityWindow(from: UTCInstant(seconds: 2), until: UTCInstant(seconds: 1)) == nil)
    }

    @Test("a clock that is ahead can be tolerated, only at the start")
    func early() throws {
        let window = try #require(ValidityWindow(from: UTCInstant(seconds: 40_000), until: UTCInstant(seconds: 50_000)))
        #expect(window.state(at: UTCInstant(seconds: 7_600), earlyBy: .seconds(32_400)) == .valid)
        #expect(window.state(at: UTCInstant(seconds: 7_599), earlyBy: .seconds(32_400)) == .notYetValid)
        #expect(window.state(at: UTCInstant(seconds: 39_999), earlyBy: .seconds(-5)) == .notYetValid)
        #expect(window.state(at: UTCInstant(seconds: 50_001), earlyBy: .seconds(Int64.max)) == .expired)
    }

    @Test("a malformed date or an end before the start gives no validity")
    func malformed() async throws {
        var cast = try DocumentsCast()
        var credential = try await cast.credential()
        #expect(credential.validity?.state(at: DocumentsCast.now) == .valid)
        credential.validUntil = "2001-01-01T00:00:00Z"
        #expect(credential.validity == nil)
        credential.validUntil = "never"
        #expect(credential.validity == nil)
    }

    @Test(
        "one year later is the same day, or the last of February if the year lacks that day",
        arguments: [
            ("2026-03-31T10:20:30Z", 1, "2027-03-31T10:20:30Z"), ("2024-02-29T23:59:59Z", 1, "2025-02-28T23:59:59Z"),
            ("2024-02-29T00:00:00Z", 4, "2028-02-29T00:00:00Z"), ("9999-12-31T00:00:00Z", 1, "9999-12-31T00:00:00Z"),
            ("2000-01-01T00:00:00Z", Int.max, "9999-01-01T00:00:00Z"),
            ("2000-01-01T00:00:00Z", Int.min, "0000-01-01T00:00:00Z"),
            ("1969-06-01T00:00:01Z", -1, "1968-06-01T00:00:01Z"),
        ])
    func years(from: String, count: Int, to: String) throws {
        #expect(try UTCInstant(from).adding(years: count).text == to)
    }
}
