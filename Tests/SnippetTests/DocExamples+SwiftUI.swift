import Foundation
import HeraldJSON
import SDNObservation
import SDNSDK

/// The examples of the models for SwiftUI.
extension DocExamples {
    @MainActor
    static func roomListModel(_ session: MXSession) -> MXRoomListModel {
        let model = MXRoomListModel(session: session)
        for room in model.rooms(in: .invites) { print("invited to", room.displayName) }
        for room in model.rooms { print(room.displayName, room.notificationCount) }
        return model
    }

    @MainActor
    static func timelineModel(_ room: MXRoom) async -> MXTimelineModel {
        let model = MXTimelineModel(room: room)
        await model.loadOlder()
        await model.perform { try await $0.sendTextMessage("Hello, world!") }
        for item in model.items { print(item.event.sender, item.event.content["body"]?.stringValue ?? "") }
        return model
    }
}

#if canImport(SwiftUI)
import SwiftUI

@available(macOS 14, iOS 17, *)
struct RoomsView: View {
    @State private var model: MXRoomListModel?
    let session: MXSession

    var body: some View {
        List(model?.rooms ?? [], id: \.roomId) { room in
            NavigationLink(value: room.roomId) {
                LabeledContent(room.displayName, value: room.hasUnread ? "●" : "")
            }
        }
        .navigationTitle(model?.state == .nodeNotReachable ? "Offline" : "Rooms")
        .navigationDestination(for: String.self) { roomId in
            if let room = session.room(withRoomId: roomId) { RoomView(room: room) }
        }
        .task { model = MXRoomListModel(session: session) }
    }
}

@available(macOS 14, iOS 17, *)
struct RoomView: View {
    @State private var model: MXTimelineModel?
    @State private var text = ""
    let room: MXRoom

    var body: some View {
        VStack {
            List(model?.items ?? []) { item in
                MessageRow(item: item)
                    .task { if item.id == model?.items.first?.id { await model?.loadOlder() } }
            }
            TextField("Message", text: $text).onSubmit(send)
        }
        .navigationTitle(model?.summary.displayName ?? "")
        .task {
            model = MXTimelineModel(room: room)
            await model?.perform { try await $0.markAllAsRead() }
        }
        .alert("That did not work", isPresented: hasFailure) {} message: {
            Text(model?.failure?.localizedDescription ?? "")
        }
    }

    private var hasFailure: Binding<Bool> {
        Binding(get: { model?.failure != nil }, set: { if !$0 { model?.failure = nil } })
    }

    private func send() {
        let sent = text
        text = ""
        Task { await model?.perform { try await $0.sendTextMessage(sent) } }
    }
}

@available(macOS 14, iOS 17, *)
struct MessageRow: View {
    let item: MXTimelineItem

    var body: some View {
        VStack(alignment: .leading) {
            Text(item.event.sender).font(.caption)
            Text(item.event.content["body"]?.stringValue ?? item.event.type)
            if let failure = item.failure { Text(failure).foregroundStyle(.red) }
        }
    }
}
#endif
