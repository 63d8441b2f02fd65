import HeraldJSON
import SDNSDK
import Testing

@Suite("member counts")
struct MembersCountTests {
    @Test("counts that are too large, or stored below zero, name a room without harm", arguments: [
        (Int64.max, Int64.max, Int(Int32.max) * 2), (.max, 1, Int(Int32.max) + 1), (.min, .min, 0), (-5, 3, 3),
    ])
    func clamped(joined: Int64, invited: Int64, members: Int) {
        let summary = MXRoomSummary(
            roomId: "!a:b", membership: .join, details: ["joined": .int(joined), "invited": .int(invited), "heroes": [["user_id": "@x:b"]]])
        #expect(summary.membersCount.members == members)
        #expect(summary.displayName.hasPrefix("@x:b"))
    }

    @Test("a sum that is no number stops at the nearest one", arguments: [
        (Int.max, 1, Int.max), (Int.min, -1, Int.min), (2, 3, 5),
    ])
    func saturating(joined: Int, invited: Int, members: Int) {
        #expect(MXRoomMembersCount(joined: joined, invited: invited).members == members)
    }
}
