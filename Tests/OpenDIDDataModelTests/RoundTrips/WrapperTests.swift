import OpenDID_DataModel
import Testing

@Suite("Wrappers keep the text and its meaning")
struct WrapperTests {
    @Test(
        "well-formed datetimes give their points in time",
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0), ("2024-08-28T09:30:00Z", 1_724_837_400, 0),
            ("2024-08-28T18:30:00+09:00", 1_724_837_400, 0),
            ("2024-08-27T22:00:00-11:30", 1_724_837_400, 0), ("2000-02-29T12:00:00.5Z", 951_825_600, 500_000_000),
            ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999), ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
            ("0000-01-01T00:00:00Z", -62_167_219_200, 0), ("2024-08-28T09:30:00.000001Z", 1_724_837_400, 1_000),
            // The digits of phones in Arabic, Persian, Hindi, Bengali, Dzongkha and Burmese.
            ("٢٠٢٤-٠٨-٢٨T٠٩:٣٠:٠٠Z", 1_724_837_400, 0), ("۲۰۲۴-۰۸-۲۸T۰۹:۳۰:۰۰Z", 1_724_837_400, 0),
            ("२०२४-०८-२८T०९:३०:००Z", 1_724_837_400, 0), ("২০২৪-০৮-২৮T০৯:৩০:০০Z", 1_724_837_400, 0),
            ("༢༠༢༤-༠༨-༢༨T༠༩:༣༠:༠༠Z", 1_724_837_400, 0), ("၂၀၂၄-၀၈-၂၈T၀၉:၃၀:၀၀.၅Z", 1_724_837_400, 500_000_000),
        ])
    func moments(text: String, seconds: Int64, nanoseconds: Int32) throws {
        let instant = try UTCInstant(text)
        #expect(instant.seconds == seconds)
        #expect(instant.nanoseconds == nanoseconds)
    }

    @Test(
        "malformed datetimes are refused",
        arguments: [
            "", "2024-08-28", "2024-08-28 09:30:00Z", "2024-08-28T09:30:00", "2024-08-28T09:30Z", "2024-8-28T09:30:00Z",
            "2024-13-01T00:00:00Z",
            "2024-00-01T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-04-31T00:00:00Z",
            "2024-08-28T24:00:00Z",
            "2024-08-28T23:60:00Z", "2024-12-31T23:59:60Z", "2024-08-28T09:30:00.Z", "2024-08-28T09:30:00.1234567890Z",
            "2024-08-28T09:30:00z", "2024-08-28t09:30:00Z", "2024-08-28T09:30:00+0900", "2024-08-28T09:30:00+24:00",
            "2024-08-28T09:30:00+09:60", "2024-08-28T09:30:00Z ", " 2024-08-28T09:30:00Z", "+024-08-28T09:30:00Z",
            "２０２４-08-28T09:30:00Z", "٢٠٢-08-28T09:30:00Z", "2024-08-28T09:30:٠", "²024-08-28T09:30:00Z",
            "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2024-08-28T09:30:00,5Z",
        ])
    func malformed(text: String) {
        let error = #expect(throws: DataModelError.self) { try UTCInstant(text) }
        #expect(error?.code == .datetime)
    }

    @Test("every day of four hundred years prints as it is read")
    func days() throws {
        var previous = try UTCInstant("1799-12-31T12:34:56Z")
        for day in 0..<146_097 {
            let instant = UTCInstant(seconds: -5_364_662_400 + Int64(day) * 86_400 + 45_296)
            let follows = previous.advanced(by: .seconds(86_400)) == instant && instant > previous
            guard follows, try UTCInstant(instant.text) == instant else {
                Issue.record("\(instant.seconds) is \(instant.text)")
                return
            }
            previous = instant
        }
        #expect(previous.text == "2199-12-31T12:34:56Z")
    }

    @Test("a point in time prints with the requested digits, and never leaves the calendar")
    func printing() throws {
        let instant = UTCInstant(seconds: 1_724_837_400, nanoseconds: 123_456_789)
        #expect(instant.text == "2024-08-28T09:30:00Z")
        #expect(instant.text(fractionDigits: 6) == "2024-08-28T09:30:00.123456Z")
        #expect(instant.text(fractionDigits: 9) == "2024-08-28T09:30:00.123456789Z")
        #expect(instant.text(fractionDigits: 99) == instant.text(fractionDigits: 9))
        #expect(instant.text(fractionDigits: -1) == instant.text)
        #expect(UTCInstant(seconds: 0, nanoseconds: 120_000_000).description == "1970-01-01T00:00:00.12Z")
        #expect(UTCInstant(seconds: 0).description == "1970-01-01T00:00:00Z")
        #expect(UTCInstant(seconds: .max).text == "9999-12-31T23:59:59Z")
        #expect(UTCInstant(seconds: .min).text == "0000-01-01T00:00:00Z")
        #expect(UTCInstant(seconds: 0).advanced(by: .seconds(Int64.max)).text == "9999-12-31T23:59:59Z")
        #expect(UTCInstant(seconds: -1).advanced(by: .seconds(Int64.min)).text == "0000-01-01T00:00:00Z")
        #expect(UTCInstant(exactly: 253_402_300_800) == nil)
        #expect(UTCInstant(exactly: .min) == nil)
        #expect(UTCInstant(exactly: 253_402_300_799) == .distantFuture)
    }

    @Test("a point in time plus a duration is exact to the nanosecond")
    func durations() {
        let instant = UTCInstant(seconds: 10, nanoseconds: 900_000_000)
        #expect(instant + .milliseconds(200) == UTCInstant(seconds: 11, nanoseconds: 100_000_000))
        #expect(instant - .milliseconds(901) == UTCInstant(seconds: 9, nanoseconds: 999_000_000))
        #expect(instant - .seconds(20) == UTCInstant(seconds: -10, nanoseconds: 900_000_000))
        #expect(UTCInstant(seconds: 1) + .nanoseconds(-1) == UTCInstant(seconds: 0, nanoseconds: 999_999_999))
        #expect(UTCInstant(seconds: 11) - instant == .milliseconds(100))
        #expect(instant - UTCInstant(seconds: 11) == .milliseconds(-100))
        #expect(UTCInstant.distantFuture - UTCInstant.distantPast == .seconds(315_569_519_999))
        #expect(UTCInstant(seconds: 0) - .seconds(Int64.min) == .distantFuture)
        #expect(UTCInstant(seconds: 0) + .seconds(Int64.max) + .seconds(Int64.max) == .distantFuture)
    }

    #if os(macOS) || os(Linux)
    @Test("nanoseconds that are a second or more, or negative, are a programmer's error")
    func impossible() async {
        await #expect(processExitsWith: .failure) { _ = UTCInstant(seconds: 0, nanoseconds: 1_000_000_000) }
        await #expect(processExitsWith: .failure) { _ = UTCInstant(seconds: 0, nanoseconds: -1) }
    }
    #endif

    @Test("a datetime property has the written text and its point in time")
    func datetimes() throws {
        var document = Sample.didDocument
        document.created = "2024-08-28T18:30:00.120+09:00"
        #expect(document.created == "2024-08-28T18:30:00.120+09:00")
        #expect(document.$created == UTCInstant(seconds: 1_724_837_400, nanoseconds: 120_000_000))
        document.created = "yesterday"
        #expect(document.$created == nil)
        var offer = Sample.issueOfferPayload
        #expect(offer.$validUntil == UTCInstant(seconds: 1_724_837_400))
        offer.validUntil = nil
        #expect(offer.$validUntil == nil)
        #expect(try offer.toJson().contains("validUntil") == false)
        #expect(UTCDatetime<String>(UTCInstant(seconds: 0)).wrappedValue == "1970-01-01T00:00:00Z")
        #expect(
            try UTCDatetime<String?>(validating: "1970-01-01T00:00:00.10Z").wrappedValue == "1970-01-01T00:00:00.10Z")
        #expect(throws: DataModelError.self) { try UTCDatetime<String>(validating: "1970") }
    }

    @Test("versions compare as numbers of any length")
    func versions() throws {
        let ordered = ["1", "2", "9", "10", "11", "99", "100", "18446744073709551616", "100000000000000000000"]
        for (left, right) in zip(ordered, ordered.dropFirst()) {
            #expect(try DIDVersionId(validating: left) < DIDVersionId(validating: right))
            #expect(try !(DIDVersionId(validating: right) < DIDVersionId(validating: left)))
        }
        for (version, next) in [
            ("1", "2"), ("9", "10"), ("199", "200"), ("999", "1000"), ("18446744073709551615", "18446744073709551616"),
        ] {
            #expect(DIDVersionId(wrappedValue: version).next?.wrappedValue == next)
        }
        for text in ["", "0", "01", "-1", "+1", "1 ", "1a", "１"] {
            let error = #expect(throws: DataModelError.self) { try DIDVersionId(validating: text) }
            #expect(error?.code == .versionId)
            #expect(DIDVersionId(wrappedValue: text).next == nil)
            #expect(DIDVersionId(wrappedValue: text) < DIDVersionId(wrappedValue: "1"))
            #expect(!DIDVersionId(wrappedValue: text).isWellFormed)
        }
        var newer = Sample.didDocument
        newer.versionId = "10"
        #expect(Sample.didDocument.$versionId < newer.$versionId)
    }
}
