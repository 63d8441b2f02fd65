import Foundation
import HeraldJSON
import HeraldKeys
import SDNSDK

/// The README's sample, word for word; ``ReadmeTests`` compares the two and runs it.
func readmeSample(nodeURL: URL, folder: URL) async throws {
    let wallet = LocalWalletSigner(Secp256k1PrivateKey())
    let node = MXRestClient(node: nodeURL, unrecognizedCertificateHandler: nil)
    let credentials = try await node.loginWithDID(signer: wallet)
    let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials))
    try await session.setStore(MXFileStore(directory: folder))
    try await session.start()

    let room = try await session.createRoom(withName: "Hello")
    let updates = room.liveTimeline.updates()
    try await room.sendTextMessage("Hello, world!")
    for await case .event(let event, .forwards, _) in updates where event.eventType == .roomMessage {
        print(event.sender, event.timelineContent.body ?? "")
        break
    }
    await session.close()
}
