import SDNClient
import SDNFolds
import SDNValues

extension MXRoom: OutboxRoom {
    var outboxContext: any OutboxContext { mxSession }
    func tell(_ echo: MXEvent, localId: String) { liveTimeline.tell(echo, localId: localId) }
    func tellUpload(_ localId: String, fraction: Double) {
        liveTimeline.broadcast.send(.uploading(localId: localId, fraction: fraction))
    }
    func tellRequeued(_ localId: String) { liveTimeline.tellRequeued(localId) }
    func tellEnd(ofEcho localId: String, eventId: String?, isFollowed: Bool) {
        liveTimeline.tellEnd(ofEcho: localId, eventId: eventId, isFollowed: isFollowed)
    }
}
