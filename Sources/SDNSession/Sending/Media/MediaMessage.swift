import Foundation
import HeraldJSON
import SDNValues

/// A picture that is shown while another file is loaded (SDN sheet 4.3).
public struct MXMediaThumbnail: Sendable, Hashable {
    /// The picture.
    public var data: Data
    /// The picture's size in pixels.
    public var size: CGSize
    /// The picture's media type, such as `image/jpeg`.
    public var mimeType: String

    /// Creates a thumbnail.
    public init(data: Data, size: CGSize, mimeType: String = "image/jpeg") {
        self.data = data
        self.size = size
        self.mimeType = mimeType
    }
}

/// A message with files: the files, and the content without their URLs, which are known only after the upload (SDN sheet 5.7).
package struct MediaMessage: Sendable {
    package var content: JSONObject
    package var attachments: [MXOutgoingAttachment]

    /// Creates a message with a file.
    /// - Parameters:
    ///   - kind: the `msgtype`.
    ///   - name: the name of the file.
    ///   - info: members of `info` besides type and size.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` when the file cannot be read.
    init(
        _ kind: String, _ source: MXAttachmentSource, name: String, mimeType: String, info: JSONObject = [:],
        thumbnail: MXMediaThumbnail? = nil, extra: JSONObject = [:]
    ) throws {
        var info = info
        info["mimetype"] = .string(mimeType)
        info["size"] = .int(source.size)
        attachments = [
            try MXOutgoingAttachment(member: "url", filename: name, mimeType: mimeType, source: source)
        ]
        if let thumbnail {
            var about = MediaMessage.measures(thumbnail.size)
            about["mimetype"] = .string(thumbnail.mimeType)
            about["size"] = .int(Int64(thumbnail.data.count))
            info["thumbnail_info"] = .object(about)
            attachments.append(
                try MXOutgoingAttachment(
                    member: "info.thumbnail_url", filename: nil, mimeType: thumbnail.mimeType,
                    source: MXAttachmentSource(thumbnail.data)))
        }
        content = ["msgtype": .string(kind), "body": .string(name), "info": .object(info)]
        for (key, value) in extra { content[key] = value }
    }

    /// Returns a size in whole pixels as the members `w` and `h`. Returns no members if the size is absent or invalid.
    static func measures(_ size: CGSize?) -> JSONObject {
        guard let size, let width = Int64(exactly: Double(size.width).rounded()),
            let height = Int64(exactly: Double(size.height).rounded()),
            width > 0, height > 0
        else { return [:] }
        return ["w": .int(width), "h": .int(height)]
    }

    package static func image(
        _ source: MXAttachmentSource, size: CGSize?, mimeType: String, name: String?, thumbnail: MXMediaThumbnail?,
        blurhash: String?
    ) throws -> MediaMessage {
        var info = measures(size)
        info["xyz.amorgan.blurhash"] = blurhash.map(JSONValue.string)
        return try MediaMessage(
            "m.image", source, name: name ?? "Image", mimeType: mimeType, info: info, thumbnail: thumbnail)
    }

    /// Returns a voice message.
    /// - Parameter prefix: the node's prefix of experimental names.
    static func voice(
        _ source: MXAttachmentSource, name: String, mimeType: String, duration: UInt, samples: [Float]?,
        extra: JSONObject, prefix: String
    ) throws -> MediaMessage {
        let milliseconds = JSONValue.int(Int64(clamping: duration))
        var audio: JSONObject = ["duration": milliseconds]
        if let samples {
            // The loudness is given as whole numbers from 0 to 1024, because events contain no fractions.
            audio["waveform"] = .array(
                samples.map { .int(Int64((Double($0.isFinite ? min(max($0, 0), 1) : 0) * 1024).rounded())) })
        }
        var content = extra
        content[prefix + "msc1767.audio"] = .object(audio)
        content[prefix + "msc3245.voice"] = [:]
        return try MediaMessage(
            "m.audio", source, name: name, mimeType: mimeType, info: ["duration": milliseconds], extra: content)
    }
}
