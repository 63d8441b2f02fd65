import Testing
@testable import SDNNode

@Suite("Memory of sent members")
struct LazyMemberMemoryTests {
    private let caller = Caller(userID: "@a:x", deviceID: "D", tokenID: 1)

    @Test("what was sent counts when its token comes back, and only then")
    func confirmation() {
        let memory = LazyMemberMemory()
        #expect(memory.known(to: caller, since: nil) == [:])
        memory.note(.init(members: [1: ["u"]]), to: caller, token: 5)
        #expect(memory.known(to: caller, since: 5) == [1: ["u"]])
        memory.note(.init(members: [1: ["v"]]), to: caller, token: 9)
        #expect(memory.known(to: caller, since: 5) == [1: ["u"]])
        #expect(memory.known(to: caller, since: 9) == [1: ["u"]])
        memory.note(.init(members: [1: ["v"]]), to: caller, token: 12)
        #expect(memory.known(to: caller, since: 12) == [1: ["u", "v"]])
    }

    @Test("a room that begins anew, an older token and another device know nothing")
    func forgetting() {
        let memory = LazyMemberMemory()
        memory.note(.init(members: [1: ["u"], 2: ["w"]]), to: caller, token: 5)
        _ = memory.known(to: caller, since: 5)
        memory.note(.init(members: [1: ["v"]], begun: [1]), to: caller, token: 6)
        #expect(memory.known(to: caller, since: 6) == [1: ["v"], 2: ["w"]])
        #expect(memory.known(to: Caller(userID: "@a:x", deviceID: "E", tokenID: 2), since: 6) == [:])
        #expect(memory.known(to: caller, since: 4) == [:])
        #expect(memory.known(to: caller, since: 6) == [:])
    }
}
