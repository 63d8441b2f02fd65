import Foundation
import Testing

@testable import HeraldPostgres

@Suite("Threads that wait")
struct WaitingTests {
    @Test("work begins in the order in which it was added")
    func order() async throws {
        let threads = WorkerThreads(count: 1), order = Shared<[Int]>([]), gate = DispatchSemaphore(value: 0)
        threads.add { gate.wait() }
        for number in 1...3 { threads.add { order.change { $0.append(number) } } }
        gate.signal()
        try await threads.run {}
        #expect(order.value == [1, 2, 3])
    }

    @Test(
        "a duration in milliseconds is rounded up and has limits",
        arguments: [
            (Duration.zero, 0), (.seconds(-5), 0), (.nanoseconds(1), 1), (.microseconds(1_500), 2),
            (.milliseconds(2), 2), (.seconds(60), 60_000), (.seconds(61), 60_000), (.seconds(Int64.max), 60_000),
        ] as [(Duration, Int32)])
    func milliseconds(duration: Duration, expected: Int32) {
        #expect(duration.milliseconds(atMost: 60_000) == expected)
    }
}
