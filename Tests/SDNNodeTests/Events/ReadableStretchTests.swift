import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Parts of a history that a user may read")
struct ReadableStretchTests {
    /// The rules as the specification has them (Matrix 1.11, 11.14.1), for each side of a change.
    private static func specified(
        _ position: Int64, _ memberships: [(ord: Int64, membership: Membership)],
        _ visibilities: [(ord: Int64, visibility: HistoryAccess.Visibility)]
    ) -> Bool {
        let sides = [position - 1, position]
        let visible = sides.map { side in visibilities.last { $0.ord <= side }?.visibility ?? .shared }
        let member = sides.map { side in memberships.last { $0.ord <= side }?.membership }
        let joinsLater = memberships.contains { $0.ord > position && $0.membership == .join }
        return visible.contains { visibility in
            member.contains { membership in
                visibility == .worldReadable || membership == .join || visibility == .shared && joinsLater
                    || visibility == .invited && membership == .invite
            }
        }
    }

    @Test("attack 17: a former member who is invited again sees the change from invited to shared visibility")
    func invitedAgain() {
        let history = HistoryAccess(
            user: "@a:b", memberships: [(1, .join), (3, .leave), (5, .invite)],
            visibilities: [(2, .invited), (7, .shared)])
        #expect((1...9).filter { history.allows(position: $0) } == [1, 2, 3, 5, 6, 7])
        #expect(history.readable(upTo: 9, includesOwn: false) == [1...3, 5...7])
    }

    @Test(
        "the readable parts have exactly the events that are allowed one by one", arguments: Array(0..<200) as [UInt64])
    func same(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let ords = (1...30).map(Int64.init).shuffled(using: &random)
        let memberships = ords.prefix(Int.random(in: 0...6, using: &random)).sorted().map {
            (
                ord: $0,
                membership: [Membership.join, .leave, .invite, .ban, .knock].randomElement(using: &random) ?? .join
            )
        }
        let visibilities = ords.suffix(Int.random(in: 0...4, using: &random)).sorted().map {
            (ord: $0, visibility: HistoryAccess.Visibility.allCases.randomElement(using: &random) ?? .shared)
        }
        let history = HistoryAccess(user: "@a:b", memberships: memberships, visibilities: visibilities)
        let upper = Int64.random(in: 0...35, using: &random)
        let open = history.readable(upTo: upper, includesOwn: false),
            own = history.readable(upTo: upper, includesOwn: true)
        for position in 1...40 as ClosedRange<Int64> {
            let isAllowed = position <= upper && history.allows(position: position)
            #expect(open.contains { $0.contains(position) } == isAllowed)
            #expect(
                own.contains { $0.contains(position) }
                    == (isAllowed || position <= upper && memberships.contains { $0.ord == position }))
        }
        for position in 1...40 as ClosedRange<Int64> {
            #expect(
                history.allows(position: position) == Self.specified(position, memberships, visibilities),
                "at \(position)")
        }
        for (before, after) in zip(own, own.dropFirst()) { #expect(before.upperBound + 1 < after.lowerBound) }
    }
}
