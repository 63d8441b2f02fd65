import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDServices

@Suite("The notification provider")
struct NotificationTests {
    private final class Channel: NotificationChannel {
        let delivered = Mutex<[OutgoingNotification]>([])
        func deliver(_ notification: OutgoingNotification) async throws {
            delivered.withLock { $0.append(notification) }
        }
    }

    @Test("the other servers' mails and push messages reach the outbox and the channel")
    func delivery() async throws {
        let channel = Channel()
        let world = try await CoreWorld { $0.notifications = channel }
        let push = SendPush(
            notification: .init(title: "Restore", body: "Your document"), data: ["offerData": "{}"],
            targetDids: ["did:omn:holder"])
        #expect(try await world.post(OpenDIDEndpoints.Notification.sendPush, push).code == "9401")
        #expect(
            try await world.post(OpenDIDEndpoints.Notification.sendPush, push, origin: .process).body
                == Array(#"{"failureCount":0,"successCount":1}"#.utf8))
        let mail = SendEmail(
            senderAddress: "a@test", email: .init(recipientAddress: "b@test", title: "Hello", content: "Text"))
        #expect(
            try await world.post(OpenDIDEndpoints.Notification.sendEmail, mail, token: CoreWorld.peerToken).status
                == 200)
        let expected = [
            OutgoingNotification(
                recipient: .push(["did:omn:holder"]), title: "Restore", text: "Your document", data: ["offerData": "{}"]
            ),
            OutgoingNotification(recipient: .mail("b@test"), title: "Hello", text: "Text"),
        ]
        #expect(channel.delivered.withLock { $0 } == expected)
        #expect(try await world.assembly.outbox()?.messages() == expected)
    }
}
