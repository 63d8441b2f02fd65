import OpenDID_DataModel

/// The notification provider (OpenDID sheet 5.2). It receives e-mails and push messages from the other servers, stores them in the outbox and
/// passes them to the configured channel.
struct NotificationRole: RoleModule {
    static let role = ServiceRole.noti

    private let channel: (any NotificationChannel)?
    private let outbox: NotificationOutbox

    init(_ context: RoleContext) async throws {
        channel = context.configuration.notifications
        outbox = NotificationOutbox(database: context.database, seal: context.seal)
    }

    func addRoutes(to routes: inout RouteTable) {
        routes.on(OpenDIDEndpoints.Notification.sendEmail, access: .peers) { request, _ in
            try await deliver(
                OutgoingNotification(
                    recipient: .mail(request.email.recipientAddress), title: request.email.title,
                    text: request.email.content,
                    data: request.email.contentData ?? [:]))
            return _SendEmail()
        }
        routes.on(OpenDIDEndpoints.Notification.sendPush, access: .peers) { request, _ in
            try await deliver(
                OutgoingNotification(
                    recipient: .push(request.targetDids), title: request.notification.title,
                    text: request.notification.body,
                    data: request.data ?? [:]))
            return _SendPush(successCount: request.targetDids.count, failureCount: 0)
        }
    }

    private func deliver(_ notification: OutgoingNotification) async throws {
        try await outbox.add(notification)
        try await channel?.deliver(notification)
    }
}
