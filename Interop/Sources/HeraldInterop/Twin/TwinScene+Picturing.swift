import Foundation
import HeraldJSON
import SDNSDK
import SDNWire
import Synchronization

extension TwinScene {
    /// Steps for uploads and downloads, pictures and thumbnails, and for the users to whom a server gives them.
    func picture() async {
        await step("a file says how far it has come, up and down") {
            let data = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            let up = TwinProgress(), down = TwinProgress()
            let uri = try await ann.sdnRestClient.uploadContent(
                data, filename: "large.bin", mimeType: "application/octet-stream"
            ) { up.take($0.bytesSent) }
            let file = try await bob.sdnRestClient.downloadContent(uri.absoluteString) { down.take($0.bytesReceived) }
            let tooLarge = try await clientRefusal {
                _ = try await bob.sdnRestClient.downloadContent(uri.absoluteString, maximumBytes: 1_000_000)
            }
            return [
                "up": up.told(of: data.count), "down": down.told(of: data.count), "same": .bool(file.data == data),
                "too large": tooLarge,
            ]
        }
        await step("a picture is sent with its thumbnail, and the other sees both") {
            let large = TwinPicture.png(width: 360, height: 180), small = TwinPicture.png(width: 20, height: 10)
            let thumbnail = MXMediaThumbnail(data: small, size: CGSize(width: 20, height: 10), mimeType: "image/png")
            await names.know(
                try await room.sendImage(
                    data: large, size: CGSize(width: 360, height: 180), mimeType: "image/png", name: "ramp.png",
                    thumbnail: thumbnail),
                as: "$picture")
            var content = try await event("ramp.png", bob, bobsRoom).content
            let (picture, preview) = (
                content["url"]?.stringValue ?? "", content["info"]?["thumbnail_url"]?.stringValue ?? ""
            )
            let seen = try await bob.sdnRestClient.downloadContent(picture),
                previewed = try await bob.sdnRestClient.downloadContent(preview)
            // No two servers name a file the same.
            content["url"] = nil
            var info = content["info"]?.objectValue ?? [:]
            info["thumbnail_url"] = nil
            content["info"] = .object(info)
            return [
                "content": .object(content), "picture": .bool(seen.data == large),
                "preview": .bool(previewed.data == small),
                "type": .string(seen.mimeType ?? ""), "name": .string(seen.filename ?? ""),
            ]
        }
        await step("thumbnails are made of pictures alone") {
            let client = bob.sdnRestClient
            let large = try await uploaded(TwinPicture.png(width: 360, height: 180), "image/png")
            let small = try await uploaded(TwinPicture.png(width: 20, height: 10), "image/png")
            let text = try await uploaded(Data("no picture".utf8), "text/plain")
            let absent = "mxc://\(server.dropFirst())/nothing"
            let scaled = try await client.downloadThumbnail(large, size: MXThumbnailSize(width: 320, height: 240))
            let cropped = try await client.downloadThumbnail(
                large, size: MXThumbnailSize(width: 96, height: 96, method: .crop))
            let kept = try await client.downloadThumbnail(small, size: MXThumbnailSize(width: 320, height: 240))
            return [
                "scaled": .string(TwinPicture.size(of: scaled.data)),
                "cropped": .string(TwinPicture.size(of: cropped.data)),
                "kept": .string(TwinPicture.size(of: kept.data)), "type": .string(scaled.mimeType ?? ""),
                "text": try await refusal {
                    _ = try await client.downloadThumbnail(text, size: MXThumbnailSize(width: 32, height: 32))
                },
                "absent": try await refusal {
                    _ = try await client.downloadThumbnail(absent, size: MXThumbnailSize(width: 32, height: 32))
                },
            ]
        }
        await step("files are for who has a token") {
            let uri = try await uploaded(TwinPicture.png(width: 20, height: 10), "image/png"),
                size = MXThumbnailSize(width: 32, height: 32)
            let stranger = accounts.visitor()
            let impostor = accounts.client(
                MXCredentials(node: accounts.node, userId: bob.myUserId, accessToken: "made-up"))
            defer {
                stranger.close()
                impostor.close()
            }
            return [
                "stranger": try await refusal { _ = try await stranger.downloadContent(uri) },
                "stranger's thumbnail": try await refusal { _ = try await stranger.downloadThumbnail(uri, size: size) },
                "impostor": try await refusal { _ = try await impostor.downloadContent(uri) },
                "impostor's thumbnail": try await refusal { _ = try await impostor.downloadThumbnail(uri, size: size) },
                "impostor's upload": try await refusal {
                    _ = try await impostor.uploadContent(Data([1]), mimeType: "image/png")
                },
            ]
        }
    }

    private func uploaded(_ data: Data, _ type: String) async throws -> String {
        try await ann.sdnRestClient.uploadContent(data, mimeType: type).absoluteString
    }

    /// Returns the refusal of the client itself.
    private func clientRefusal(_ body: @Sendable () async throws -> Void) async throws -> JSONValue {
        do {
            try await body()
            return "accepted"
        } catch let error as SDNSDKError {
            return .string(error.code.rawValue)
        }
    }
}

/// Records each reported progress of a file.
private final class TwinProgress: Sendable {
    private let steps = Mutex<[Int64]>([])

    func take(_ bytes: Int64) { steps.withLock { $0.append(bytes) } }

    func told(of count: Int) -> JSONValue {
        let steps = steps.withLock { $0 }
        return [
            "rising": .bool(steps == steps.sorted()), "between": .bool(steps.contains { $0 > 0 && $0 < Int64(count) }),
            "end": .bool(steps.last == Int64(count)),
        ]
    }
}
