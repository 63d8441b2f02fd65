import Testing

@Suite("Numbers are read from the sources")
struct SourceNumberTests {
    @Test(
        "a number is read in every form that the sources have",
        arguments: [
            ("5_000", .whole(5_000)), ("72 * 3_600_000", .whole(259_200_000)), ("1 << 20", .whole(1 << 20)),
            ("-1", .whole(-1)),
            ("4.5", .fraction(4.5)), ("Duration.seconds(5)", .time(milliseconds: 5_000)),
            (".milliseconds(200)", .time(milliseconds: 200)),
            ("TimeAmount.minutes(2)", .time(milliseconds: 120_000)), (".seconds(1.5)", .time(milliseconds: 1_500)),
            ("[.seconds(1), .milliseconds(3)]", .list([.time(milliseconds: 1_000), .time(milliseconds: 3)])),
            ("[0, 0, 5]", .list([.whole(0), .whole(0), .whole(5)])),
        ] as [(String, SourceNumber)])
    func reads(text: String, number: SourceNumber) {
        #expect(SourceNumber(text) == number)
    }

    @Test(
        "text that is not a number is not read as one",
        arguments: [
            "", "limit", "limit * 2", "2 * limit", "1 <<", "\"5\"", "[]", "[5, limit]", ".seconds(time)",
            "Date.seconds(5)", "(1 << 53) - 1",
            "0xFF", "nan", "5.limit", ".seconds(5) + .seconds(3)",
        ])
    func refuses(text: String) {
        #expect(SourceNumber(text) == nil)
    }

    @Test(
        "constants, defaults of properties and parameters, and numbers in calls are found, and initial counts are not")
    func file() {
        let text = """
            struct Turn {
                /// How long a turn lasts.
                private static let patience = Duration.seconds(7), width = 3 // wide
                static let version = 1
                static let limits = Limits(
                    bytes: 64 << 10, inner: Inner(depth: 8, start: 0), name: "a, b: 9", code: Code(rawValue: 4))
                static let failure = Refusal("no: \\(patience), x: 5", status: 408)
                var events = 5_000, seen = 0
                private let capacity: Int

                /// - Parameters:
                ///   - name: who.
                ///   - capacity: how many
                ///     are kept.
                init(
                    _ name: String, capacity: Int = 50_000, from start: Int = 0,
                    then action: @escaping (Int) -> Void = { _ in }
                ) {
                    let local = 12
                }

                struct Inside {
                    let wait: Duration = .milliseconds(250)
                }
            }
            """
        let properties = SourceFile(text).properties
        let pairs = properties.compactMap { property in property.constant.map { (property.key, $0) } }
        let numbers = Dictionary(pairs) { first, _ in first }
        #expect(
            numbers == [
                "Turn.patience": .time(milliseconds: 7_000), "Turn.width": .whole(3), "Turn.version": .whole(1),
                "Turn.limits.bytes": .whole(64 << 10), "Turn.limits.inner.depth": .whole(8),
                "Turn.failure.status": .whole(408),
                "Turn.events": .whole(5_000), "Turn.capacity": .whole(50_000),
                "Turn.Inside.wait": .time(milliseconds: 250),
            ])
        let comments = Dictionary(properties.map { ($0.key, $0.comment) }) { first, _ in first }
        #expect(comments["Turn.width"] == "How long a turn lasts.")
        #expect(comments["Turn.capacity"] == "How many are kept.")
    }
}
