import NIOCore
import TestSupport
import Testing
@testable import HeraldPeer

@Suite("Bodies of requests", .timeLimit(.minutes(10)))
struct RequestInputTests {
    @Test("a body arrives whole and in order, whichever of its writer and reader is faster")
    func input() async throws {
        for round in 0..<200 {
            let input = RequestInput {}, sizes = (0..<round % 30).map { _ in Int.random(in: 1...20) }
            let reader = Task {
                var got: [UInt8] = []
                while let part = try await input.next() { got += Array(part.readableBytesView) }
                return got
            }
            var sent: [UInt8] = []
            for (index, size) in sizes.enumerated() {
                let part = [UInt8](repeating: UInt8(index), count: size)
                sent += part
                input.add(ByteBuffer(bytes: part))
                if round.isMultiple(of: 3) { await Task.yield() }
            }
            input.finish()
            #expect(try await reader.value == sent)
        }
    }

    @Test("a body that ends with an error, and a reader that is cancelled, throw")
    func inputFails() async throws {
        let broken = RequestInput {}
        broken.add(ByteBuffer(bytes: [1]))
        broken.fail(ChannelError.eof)
        broken.add(ByteBuffer(bytes: [2]))
        #expect(try await broken.next()?.readableBytes == 1)
        await #expect(throws: ChannelError.eof) { try await broken.next() }
        let silent = RequestInput {}
        let reader = Task { try await silent.next() }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    @Test("a body that nobody reads holds its connection back, and a reader lets it go on")
    func backpressure() async throws {
        let calls = Tally(), input = RequestInput { calls.add() }
        for count in 0..<10 {
            #expect(!input.isFull())
            input.add(ByteBuffer(bytes: [UInt8(count)]))
        }
        #expect(input.isFull())
        for _ in 0..<7 { _ = try await input.next() }
        #expect(calls.count == 0)
        _ = try await input.next()
        #expect(calls.count == 1)
        _ = try await input.next()
        #expect(calls.count == 1 && !input.isFull())
    }
}
