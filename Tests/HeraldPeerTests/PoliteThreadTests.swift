#if canImport(Glibc)
import Foundation
@testable import HeraldPeer
import Testing

@Suite struct PoliteThreadTests {
    @Test func `a polite thread has its nice value, and the thread that started it keeps its own`() async {
        let before = Self.niceness
        let inside = await withCheckedContinuation { done in
            PoliteThread.start(name: "herald.test", niceness: 15) { done.resume(returning: Self.niceness) }
        }
        #expect(inside == 15)
        #expect(before < 15)
    }

    private static var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
}
#endif
