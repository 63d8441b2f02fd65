import Foundation
import HeraldLocks
import SDNSDK
import Testing

@Suite("The queue of notifications")
struct NotificationQueueTests {
    @Test("a session posts its notifications on the client's queue, in order, and by default on the main queue")
    func queue() async throws {
        let session = MXSession.scripted(ScriptedNode())
        #expect(MXRestClient(credentials: session.credentials).notificationQueue?.label == DispatchQueue.main.label)
        let queue = DispatchQueue(label: "test.notifications"), posted = Mutex<[Notification.Name]>([])
        session.sdnRestClient.notificationQueue = queue
        queue.suspend()
        let names = [kMXSessionNewRoomNotification, kMXSessionDidSyncNotification]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak session] note in
                let isOwn = note.object as? MXSession === session
                if isOwn { posted.withLock { $0.append(name) } }
            }
        }
        try await session.setStore(MXMemoryStore())
        try await session.start()
        #expect(posted.withLock { $0.isEmpty }, "the queue is still suspended")
        queue.resume()
        await withCheckedContinuation { done in queue.async { done.resume() } }
        #expect(posted.withLock { Array($0.prefix(2)) } == names)
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        await session.close()
    }
}
