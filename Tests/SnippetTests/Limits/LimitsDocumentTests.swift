import Foundation
import TestSupport
import Testing

@Suite("Every limit is documented")
struct LimitsDocumentTests {
    /// Read once: the sources are some 30,000 lines.
    private static let read = Result { try DocumentedLimits() }
    private let limits: DocumentedLimits

    init() throws { limits = try Self.read.get() }

    @Test("docs/limits.md is what HERALD_WRITE_DOCS=1 writes")
    func document() throws {
        let file = PackageFiles.url("docs/limits.md")
        let text = LimitsDocument(limits: limits).markdown
        if ProcessInfo.processInfo.environment["HERALD_WRITE_DOCS"] == "1" { try Data(text.utf8).write(to: file) }
        let isFresh = (try? String(contentsOf: file, encoding: .utf8)) == text
        #expect(isFresh, "stale: HERALD_WRITE_DOCS=1 swift test --filter LimitsDocumentTests writes it anew")
    }

    @Test("each number of a configuration and each fixed number says what it limits and what a refused caller gets")
    func nothingIsLeftOut() {
        #expect(limits.rows.count > 100)
        #expect(limits.unexplained == [], "Tests/Facts/limits.txt wants a line for each")
        #expect(limits.undescribed == [], "without a doc comment Tests/Facts/limits.txt says what it bounds")
        #expect(limits.superfluous == [], "Tests/Facts/limits.txt explains what is not there")
    }

    @Test("the numbers of every configuration are found, even in nested ones")
    func configurationsAreRead() {
        let keys = Set(limits.sections.flatMap { $0.settings.flatMap(\.rows).map(\.key) })
        let expected = [
            "NodeTransportLimits.connections", "RateLimits.sendsPerUser", "UserLimits.accountData",
            "MediaSettings.uploadLimit",
            "ServiceLifetimes.serverToken", "VerifierSettings.resultLifetime", "CallbackRules.maxAge",
            "TransportLimits.connect",
        ]
        #expect(keys.isSuperset(of: expected))
    }

    @Test(
        "limits of every form are found in the sources",
        arguments: [
            ("RateLimiter.constants", "5"), ("RateLimiter.capacity", "50,000"), ("TokenGuesses.longest", "4 s"),
            ("TokenGuesses.memory", "15 min"),
            ("RequestWatch.grace", "5 s"), ("PushDelivery.turn", "5 s"), ("HTTPPushTransport.timeout", "10 s"),
            ("URLSessionTransport.deadline", "1 min"),
            ("HTTPCall.headerLines", "1,000 lines"), ("HTTPCall.maximumHeaderBytes", "256 KiB"),
            ("HTTPChainTransport.timeout", "4 s"),
            ("TimelinePage.WorkLimit.events", "5,000 events"), ("ServiceRouter.bodyLimits.maxDepth", "32 levels"),
            ("JSONLimits.maxDepth", "128 levels"),
            ("ProcessorShares.perAddress", "as many as processors"), ("PresentationFolder.limit", "100"),
            ("ShownRows.value", "6 rows"),
            ("TerminalPerson.timeout", "5 min"), ("MYKEYDapp.timeout", "10 min"), ("AttemptRule.limit", "10"),
            ("AttemptRule.interruptedLimit", "20"),
            ("AttemptRule.delays", "0 s, 0 s, 5 s, 15 s, 1 min, 5 min, 15 min, 1 h, 3 h"),
        ])
    func formsAreRead(key: String, value: String) {
        #expect(limits.rows.filter { $0.key == key }.map(\.value) == [value])
    }

    @Test("an option that the document names is an option of the command line")
    func flagsExist() throws {
        let sources = try SourceProperty.all(of: "herald")
        for flag in limits.flags {
            let words = flag.dropFirst(2).split(separator: "-").map(String.init)
            let property =
                (words.first ?? "") + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            let isThere = sources.contains { $0.key.hasSuffix(".\(property)") }
            #expect(isThere, "\(flag)")
        }
    }
}
