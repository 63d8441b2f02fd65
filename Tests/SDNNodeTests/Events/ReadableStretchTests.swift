import SDNWire
import Testing
@testable import SDNNode

@Suite("Stretches of a history that a user may read")
struct ReadableStretchTests {
    @Test("they hold what is allowed event by event, and nothing else", arguments: Array(0..<200) as [UInt64])
    func same(seed: UInt64) {
        var random = SeededGenerator(seed)
        let ords = (1...30).map(Int64.init).shuffled(using: &random)
        let memberships = ords.prefix(Int.random(in: 0...6, using: &random)).sorted().map {
            (ord: $0, membership: [Membership.join, .leave, .invite, .ban, .knock].randomElement(using: &random) ?? .join)
        }
        let visibilities = ords.suffix(Int.random(in: 0...4, using: &random)).sorted().map {
            (ord: $0, visibility: HistoryAccess.Visibility.allCases.randomElement(using: &random) ?? .shared)
        }
        let history = HistoryAccess(user: "@a:b", memberships: memberships, visibilities: visibilities)
        let upper = Int64.random(in: 0...35, using: &random)
        let open = history.readable(upTo: upper, includesOwn: false), own = history.readable(upTo: upper, includesOwn: true)
        for position in 1...40 as ClosedRange<Int64> {
            let isAllowed = position <= upper && history.allows(position: position)
            #expect(open.contains { $0.contains(position) } == isAllowed)
            #expect(own.contains { $0.contains(position) } == (isAllowed || position <= upper && memberships.contains { $0.ord == position }))
        }
        for (before, after) in zip(own, own.dropFirst()) { #expect(before.upperBound + 1 < after.lowerBound) }
    }
}
