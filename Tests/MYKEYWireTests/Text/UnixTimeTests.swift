import MYKEYWire
import Testing

@Suite("Points in time")
struct UnixTimeTests {
    @Test("a sum moves by whole seconds, and a difference gives them back")
    func arithmetic() {
        let start = UnixTime(seconds: 1_606_900_362)
        #expect((start + .seconds(300)).seconds == 1_606_900_662 && (start - .seconds(362)).seconds == 1_606_900_000)
        #expect(start + .milliseconds(1_999) == UnixTime(seconds: 1_606_900_363))
        #expect(start + .milliseconds(-1_999) == UnixTime(seconds: 1_606_900_361))
        #expect((start + .seconds(300)) - start == .seconds(300) && start - (start + .seconds(1)) == .seconds(-1))
        #expect(start < start + .seconds(1) && start.description == "1606900362")
    }

    @Test("a sum beyond the last point in time is the last one")
    func limits() {
        let (first, last) = (UnixTime(seconds: .min), UnixTime(seconds: .max))
        #expect(last + .seconds(1) == last && first - .seconds(1) == first)
        #expect(UnixTime(seconds: 5) + .seconds(Int64.max) == last && first - .seconds(Int64.max) * 4 == first)
        #expect(last - first == .seconds(Int64.max) - .seconds(Int64.min))
    }
}
