import Testing
@testable import SDNNode

@Suite("Memory of members that were sent")
struct LazyMemberMemoryTests {
    private let caller = Caller(userID: "@a:x", deviceID: "D", tokenID: 1)

    /// A request from a token, answered with another.
    private func exchange(
        _ memory: LazyMemberMemory, since: Int64?, _ sent: LazyMemberMemory.Sent, token: Int64
    ) -> LazyMemberMemory.Members {
        let known = memory.known(to: caller, since: since.map { StreamToken($0) })
        memory.note(sent, to: caller, token: StreamToken(token), request: known.request)
        return known.members
    }

    private func known(_ memory: LazyMemberMemory, since: Int64?, to caller: Caller? = nil) -> LazyMemberMemory.Members
    {
        memory.known(to: caller ?? self.caller, since: since.map { StreamToken($0) }).members
    }

    @Test("members count as delivered only when the token of their answer comes back")
    func confirmation() {
        let memory = LazyMemberMemory()
        #expect(exchange(memory, since: nil, .init(members: [1: ["u"]]), token: 5) == [:])
        #expect(exchange(memory, since: 5, .init(members: [1: ["v"]]), token: 9) == [1: ["u"]])
        #expect(known(memory, since: 5) == [1: ["u"]])
        #expect(exchange(memory, since: 9, .init(members: [1: ["v"]]), token: 12) == [1: ["u"]])
        #expect(known(memory, since: 12) == [1: ["u", "v"]])
    }

    @Test("after a room that begins again, an older token or another device, no members count as delivered")
    func forgetting() {
        let memory = LazyMemberMemory()
        _ = exchange(memory, since: nil, .init(members: [1: ["u"], 2: ["w"]]), token: 5)
        _ = exchange(memory, since: 5, .init(members: [1: ["v"]], begun: [1]), token: 6)
        #expect(known(memory, since: 6) == [1: ["v"], 2: ["w"]])
        #expect(known(memory, since: 6, to: Caller(userID: "@a:x", deviceID: "E", tokenID: 2)) == [:])
        #expect(known(memory, since: 4) == [:])
        #expect(known(memory, since: 6) == [:])
    }

    @Test("attack 18: an answer to a cancelled request does not count, whatever its token")
    func givenUp() {
        let memory = LazyMemberMemory()
        // A poll that the client gave up ends after the next one was answered with the same token.
        let slow = memory.known(to: caller, since: StreamToken(5))
        #expect(exchange(memory, since: 5, .init(members: [1: ["u"]]), token: 9) == [:])
        memory.note(.init(members: [1: ["lost"]]), to: caller, token: StreamToken(9), request: slow.request)
        #expect(known(memory, since: 9) == [1: ["u"]])
        // And after its successor was confirmed, with nothing new in the stream since.
        let slower = memory.known(to: caller, since: StreamToken(9))
        #expect(known(memory, since: 9) == [1: ["u"]])
        memory.note(
            .init(members: [1: ["lost"]], begun: [1]), to: caller, token: StreamToken(9), request: slower.request)
        #expect(known(memory, since: 9) == [1: ["u"]])
    }

    @Test("attack 18: another answer's token of the same position confirms nothing")
    func otherToken() {
        let memory = LazyMemberMemory()
        let request = memory.known(to: caller, since: StreamToken(9)).request
        memory.note(
            .init(members: [1: ["lost"]]), to: caller, token: StreamToken(9, live: LivePosition(run: "a", serial: 2)),
            request: request)
        #expect(memory.known(to: caller, since: StreamToken(9, live: LivePosition(run: "a", serial: 1))).members == [:])
    }

    @Test(
        "attack 18: an answer whose token equals the request's confirms nothing, and a room that it began is sent again"
    )
    func sameToken() {
        let memory = LazyMemberMemory()
        _ = exchange(memory, since: nil, .init(members: [1: ["u"], 2: ["w"]]), token: 5)
        _ = exchange(memory, since: 5, .init(members: [1: ["v"]], begun: [1]), token: 5)
        #expect(known(memory, since: 5) == [2: ["w"]])
    }

    @Test("the remembered members of all devices together have a limit")
    func limits() {
        let memory = LazyMemberMemory(totalLimit: 100)
        for device in 0..<50 {
            let caller = Caller(userID: "@a:x", deviceID: "D\(device)", tokenID: 1)
            let request = memory.known(to: caller, since: nil).request
            memory.note(
                .init(members: [1: Set((0..<10).map { "@u\($0):x" })]), to: caller, token: StreamToken(5),
                request: request)
            #expect(memory.weight <= 100)
            _ = memory.known(to: caller, since: StreamToken(5))
            #expect(memory.weight <= 100)
        }
    }
}
