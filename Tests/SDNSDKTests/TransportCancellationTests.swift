import Dispatch
import HeraldJSON
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Cancelling requests")
struct TransportCancellationTests {
    @Test("a cancelled task ends its request and does not retry")
    func task() async {
        let transport = ScriptedTransport([.silence, TransportPipelineTests.me])
        let client = MXRestClient.scripted(transport)
        let call = Task { try await client.whoami() }
        await transport.received(1)
        call.cancel()
        #expect(await failure { try await call.value } is CancellationError)
        #expect(transport.requests.count == 1)
    }

    @Test("a cancelled operation passes CancellationError to its completion")
    func operation() async {
        let transport = ScriptedTransport([.silence])
        let client = MXRestClient.scripted(transport)
        let response: MXResponse<MXWhoAmIResponse> = await withCheckedContinuation { continuation in
            let operation = client.whoami { continuation.resume(returning: $0) }
            Task {
                await transport.received(1)
                #expect(operation.numberOfTries == 1)
                operation.cancel()
                #expect(operation.isCancelled)
            }
        }
        #expect(response.error is CancellationError)
    }

    @Test("an operation that stands for another one cancels it, even if it was cancelled before")
    func mutate() async {
        let transport = ScriptedTransport([.silence, .silence])
        let client = MXRestClient.scripted(transport)
        let first = client.whoami { _ in }
        first.cancel()
        let response: MXResponse<MXWhoAmIResponse> = await withCheckedContinuation { continuation in
            first.mutate(to: client.whoami { continuation.resume(returning: $0) })
        }
        #expect(response.error is CancellationError)
    }

    @Test("an operation that stands for another one has the other's values")
    func mutatedValues() {
        let client = MXRestClient.scripted(ScriptedTransport([.silence, .silence]))
        let first = client.whoami { _ in }, second = client.whoami { _ in }
        second.maxNumberOfTries = 2
        second.maxRetriesTime = 9_000
        first.mutate(to: second)
        #expect(first.maxNumberOfTries == 2)
        #expect(first.maxRetriesTime == 9_000)
        first.maxNumberOfTries = 3
        #expect(second.maxNumberOfTries == 3)
        #expect(first.age >= second.age || second.age - first.age < 1_000)
        // A ring would never end.
        second.mutate(to: first)
        first.mutate(to: nil)
        #expect(first.maxNumberOfTries == 4)
        first.cancel()
        second.cancel()
    }

    @Test("an operation can lower the number of tries, but not raise it")
    func tries() async {
        let transport = ScriptedTransport([.silence])
        let client = MXRestClient.scripted(transport)
        let operation = client.whoami { _ in }
        #expect(operation.maxNumberOfTries == 4)
        #expect(operation.maxRetriesTime == 180_000)
        operation.maxNumberOfTries = 1
        #expect(operation.maxNumberOfTries == 1)
        operation.cancel()
    }

    @Test("closing a client ends the requests in progress and refuses later ones")
    func close() async {
        let transport = ScriptedTransport([.silence])
        let client = MXRestClient.scripted(transport)
        let call = Task { try await client.whoami() }
        await transport.received(1)
        client.close()
        #expect((await failure { try await call.value } as? SDNSDKError)?.code == .closed)
        #expect((await failure { try await client.whoami() } as? SDNSDKError)?.code == .closed)
        #expect(transport.requests.count == 1)
    }

    @Test("closures are called on the completion queue")
    func queue() async {
        let client = MXRestClient.scripted(ScriptedTransport([TransportPipelineTests.me]))
        let queue = DispatchQueue(label: "test.delivery")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        client.completionQueue = queue
        let isThere = await withCheckedContinuation { continuation in
            client.whoami { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key) ?? false) }
        }
        #expect(isThere)
    }
}
