import Foundation
import HeraldJSON
import OpenDID_DataModel

/// A text of each type to begin with, made by the types themselves: with and without what is optional.
enum SampleSeeds {
    static func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for type in FuzzedTypes.all {
            for isFull in [false, true] {
                let text = try sample(type, isFull)
                let name = String(describing: type)
                let file = "\(name)-\(isFull ? "full" : "bare")"
                try Data(Array("\(name)\n".utf8) + text).write(to: folder.appendingPathComponent(file))
                for (number, variant) in try Lookalikes.variants(of: JSONValue(parsing: text)).enumerated() {
                    let bytes = Array("\(name)\n".utf8) + variant.serialized()
                    try Data(bytes).write(to: folder.appendingPathComponent("\(file)-lookalike\(number)"))
                }
            }
        }
    }

    private static func sample<T: FuzzedTypes.Model>(_ type: T.Type, _ isFull: Bool) throws -> [UInt8] {
        try SampleDecoder(isFull: isFull).decode(type).canonicalBytes()
    }
}
