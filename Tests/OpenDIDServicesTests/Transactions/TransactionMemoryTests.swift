import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("The cache of transactions")
struct TransactionMemoryTests {
    private func entry(_ id: String) -> TransactionMemory.Entry {
        let info = TransactionInfo(
            id: id, flow: "M210", state: "propose", created: CoreWorld.start,
            expires: CoreWorld.start + .seconds(900))
        return TransactionMemory.Entry(info: info, revision: 0, data: "data")
    }

    @Test("an entry can be taken once, and is then no longer in memory")
    func taken() {
        let memory = TransactionMemory()
        memory.put(entry("a"))
        #expect(memory.take("a")?.data as? String == "data")
        #expect(memory.take("a") == nil && memory.count == 0)
    }

    @Test(
        "an entry that nobody takes is deleted although no other request comes, again and again",
        .timeLimit(.minutes(10)))
    func deleted() async {
        let memory = TransactionMemory(longest: .milliseconds(1))
        for id in ["a", "b"] {
            memory.put(entry(id))
            while memory.count > 0 { await Task.yield() }
        }
        #expect(memory.take("a") == nil && memory.take("b") == nil)
    }
}
