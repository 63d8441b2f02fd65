import Foundation
import SDNObservation
import SDNSDK

/// The examples of the models for SwiftUI.
extension DocExamples {
    @MainActor
    static func roomListModel(_ session: MXSession) -> MXRoomListModel {
        let model = MXRoomListModel(session: session, pageSize: 50)
        for room in model.rooms(in: .invites) { print("invited to", room.displayName) }
        for room in model.rooms { print(room.displayName, room.unreadCount) }
        model.filter = .all([.unread, .category(.people)])
        model.searchText = "ann"
        return model
    }

    @MainActor
    static func timelineModel(_ room: MXRoom) async -> MXTimelineModel {
        let model = MXTimelineModel(room: room)
        await model.loadOlder()
        await model.send("Hello, world!")
        for row in model.rows {
            switch row {
            case .event(let item): print(item.senderProfile.shownName, item.content.body ?? "")
            case .dateDivider(let day, _): print(day.formatted(date: .long, time: .omitted))
            case .readMarker, .unreadMarker: print("new")
            }
        }
        return model
    }

    @MainActor
    static func threadListModel(_ room: MXRoom) async -> MXThreadListModel {
        let threads = MXThreadListModel(room: room)
        await threads.loadMore()
        for thread in threads.threads { print(thread.root.shortText(), thread.summary.count, thread.notificationCount) }
        return threads
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
                VStack(alignment: .leading) {
                    LabeledContent(room.displayName, value: room.hasUnread ? "●" : "")
                    Text(room.latestEvent?.event.shortText() ?? "").font(.caption)
                }
            }
            .onAppear { if room.roomId == model?.rooms.last?.roomId { model?.loadMore() } }
        }
        .searchable(text: text)
        .toolbar {
            Picker("Rooms", selection: filter) {
                Text("All").tag(MXRoomListFilter.all([]))
                Text("Unread").tag(MXRoomListFilter.unread)
                Text("People").tag(MXRoomListFilter.category(.people))
                Text("Favourites").tag(MXRoomListFilter.favourite)
                ForEach(model?.spaces ?? [], id: \.roomId) { space in
                    Text(space.displayName).tag(MXRoomListFilter.space(space.roomId))
                }
            }
        }
        .navigationTitle(model?.state == .nodeNotReachable ? "Offline" : "Rooms")
        .navigationDestination(for: String.self) { roomId in
            if let room = session.room(withRoomId: roomId) { RoomView(room: room) }
        }
        .task { model = MXRoomListModel(session: session, pageSize: 50) }
    }

    private var text: Binding<String> {
        Binding(get: { model?.searchText ?? "" }, set: { model?.searchText = $0 })
    }

    private var filter: Binding<MXRoomListFilter> {
        Binding(get: { model?.filter ?? .all([]) }, set: { model?.filter = $0 })
    }
}

@available(macOS 14, iOS 17, *)
struct RoomView: View {
    @State private var model: MXTimelineModel?
    @State private var text = ""
    @State private var shown: MXTimelineRow.ID?
    let room: MXRoom
    var threadRootId: String?

    var body: some View {
        VStack {
            ScrollView {
                LazyVStack(alignment: .leading) {
                    if let model, model.rows.isEmpty, model.hasOlder {
                        Button("Older messages") { Task { await model.loadOlder() } }
                            .task(id: model.hasItems) { if model.hasItems { await model.loadOlder() } }
                    }
                    ForEach(model?.rows ?? []) { row in
                        RowView(row: row, model: model)
                            .task { if row.id == model?.rows.first?.id { await model?.loadOlder() } }
                    }
                }
                .scrollTargetLayout()
            }
            .defaultScrollAnchor(.bottom)
            .scrollPosition(id: $shown)
            TextField("Message", text: $text).onSubmit(send)
        }
        .navigationTitle(model?.summary.displayName ?? "")
        .task {
            let model =
                threadRootId.map { MXTimelineModel(room: room, threadRootId: $0) }
                ?? MXTimelineModel(room: room, hidesThreads: true, maximumItemCount: 400)
            self.model = model
        }
        .task(id: model?.items.last?.id) { if model?.hasNewer == false { await model?.markAsRead() } }
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
        Task { await model?.send(sent) }
    }
}

@available(macOS 14, iOS 17, *)
struct RowView: View {
    let row: MXTimelineRow
    let model: MXTimelineModel?

    var body: some View {
        switch row {
        case .event(let item): MessageRow(item: item, model: model)
        case .dateDivider(let day, _): Text(day, style: .date).font(.headline)
        case .readMarker: Divider()
        case .unreadMarker: Text("New messages").foregroundStyle(.red)
        }
    }
}

@available(macOS 14, iOS 17, *)
struct MessageRow: View {
    let item: MXTimelineItem
    let model: MXTimelineModel?

    var body: some View {
        VStack(alignment: .leading) {
            Text(item.senderProfile.shownName).font(.caption)
            if let reply = item.inReplyTo {
                Text(reply.event?.event.shortText() ?? "…").font(.caption)
                    .task { await model?.loadRepliedTo(by: item) }
            }
            content
            if let thread = item.thread, let room = model?.room {
                NavigationLink("\(thread.count) in the thread") { RoomView(room: room, threadRootId: thread.rootId) }
            }
            if let failure = item.failure { Text(failure).foregroundStyle(.red) }
        }
    }

    @ViewBuilder private var content: some View {
        switch item.content {
        case .text(let text), .notice(let text): Text(text.body)
        case .image(let image), .sticker(let image): Label(image.caption ?? image.filename, systemImage: "photo")
        case .redacted: Text("This message was removed").italic()
        default: Text(item.event.shortText(from: item.senderProfile.shownName))
        }
    }
}

@available(macOS 14, iOS 17, *)
struct ThreadsView: View {
    @State private var model: MXThreadListModel?
    let room: MXRoom

    var body: some View {
        List(model?.threads ?? []) { thread in
            NavigationLink {
                RoomView(room: room, threadRootId: thread.id)
            } label: {
                LabeledContent(thread.root.shortText(), value: thread.notificationCount > 0 ? "●" : "")
            }
        }
        .navigationTitle("Threads")
        .task {
            let model = MXThreadListModel(room: room)
            self.model = model
            await model.loadMore()
        }
    }
}
#endif
