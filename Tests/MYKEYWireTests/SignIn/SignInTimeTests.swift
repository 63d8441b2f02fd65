import Foundation
import MYKEYWire
import TestSupport
import Testing

@Suite("Times of RFC 3339")
struct SignInTimeTests {
    @Test(
        "known texts give their points in time",
        arguments: [
            ("1970-01-01T00:00:00Z", Int64(0)), ("2020-12-02T09:12:42Z", 1_606_900_362),
            ("2000-02-29T23:59:59Z", 951_868_799), ("1969-12-31T23:59:59Z", -1),
            ("2020-12-02T10:12:42+01:00", 1_606_900_362), ("2020-12-01T23:42:42-09:30", 1_606_900_362),
            ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("2017-01-01T00:59:60+01:00", 1_483_228_800),
            ("2020-12-02t09:12:42z", 1_606_900_362), ("2020-12-02T09:12:42-00:00", 1_606_900_362),
        ])
    func moments(text: String, seconds: Int64) throws {
        let time = try SignInTime(text)
        #expect(time.time.seconds == seconds && time.nanoseconds == 0 && time.text == text)
    }

    @Test("a whole second is written as Foundation writes it, and read back")
    func agreement() throws {
        let formatter = ISO8601DateFormatter()
        var random = SeededGenerator(seed: 11)
        for _ in 0..<3000 {
            let seconds = Int64.random(in: -11_000_000_000...250_000_000_000, using: &random)
            let time = SignInTime(UnixTime(seconds: seconds))
            #expect(try SignInTime(time.text) == time && time.time.seconds == seconds)
            guard seconds > 0 else { continue }
            #expect(time.text == formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds))))
        }
        #expect(
            SignInTime(UnixTime(seconds: .max)).text == "9999-12-31T23:59:59Z"
                && SignInTime(UnixTime(seconds: .min)).text == "0000-01-01T00:00:00Z")
    }

    @Test("fractions order points in time, in nanoseconds")
    func fractions() throws {
        let times = try [
            "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.000000001Z", "2020-01-01T01:00:00.5+01:00",
            "2020-01-01T00:00:00.51Z", "2020-01-01T00:00:01Z",
        ].map { try SignInTime($0) }
        for (left, right) in zip(times, times.dropFirst()) { #expect(left.precedes(right) && !right.precedes(left)) }
        #expect(!times[0].precedes(times[0]) && times[2].nanoseconds == 500_000_000)
        #expect(try SignInTime("2020-01-01T00:00:00.1234567899Z").nanoseconds == 123_456_789)
    }

    @Test(
        "a malformed time is refused",
        arguments: [
            "", "2020-12-02", "2020-12-02 09:12:42Z", "2020-12-02T09:12:42", "2020-12-02T09:12Z",
            "2020-13-02T09:12:42Z", "2020-00-02T09:12:42Z", "2020-12-32T09:12:42Z", "2020-12-00T09:12:42Z",
            "2019-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2020-04-31T00:00:00Z", "2020-12-02T24:00:00Z",
            "2020-12-02T09:60:42Z", "2020-12-02T09:12:61Z", "2020-12-02T09:12:60Z", "2020-12-02T09:12:42.Z",
            "2020-12-02T09:12:42,5Z", "2020-12-02T09:12:42+0100", "2020-12-02T09:12:42+24:00",
            "2020-12-02T09:12:42+01:60", "2020-12-02T09:12:42+1:00", "2020-12-02T09:12:42Z ", " 2020-12-02T09:12:42Z",
            "+020-12-02T09:12:42Z", "12020-12-02T09:12:42Z", "2020-12-02T09:12:42ZZ", "2020-12-02T-9:12:42Z",
            "２020-12-02T09:12:42Z",
        ])
    func refused(text: String) { #expect(refusal { () throws(MYKEYError) in try SignInTime(text) } == .value) }
}
