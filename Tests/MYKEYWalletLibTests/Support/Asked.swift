import Foundation
import HeraldJSON
import Testing

/// The content of a request URL, read by hand so that the module that wrote it is not its own witness.
struct Asked {
    let base: String
    let parameters: [(name: String, value: String)]
    let json: JSONValue

    init(_ url: String) throws {
        let halves = url.split(separator: "?", maxSplits: 1).map(String.init)
        base = halves[0]
        parameters = try (halves.count > 1 ? halves[1] : "").split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (pair[0], try #require(pair[1].removingPercentEncoding))
        }
        let param = try #require(parameters.first { $0.name == "param" }).value
        json = try JSONValue(parsing: param)
    }

    subscript(_ key: String) -> String? { json[key]?.stringValue }

    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// `callBackId` of the callback.
    var id: String { self["callback"]?.components(separatedBy: "callBackId=").last ?? "" }

    /// The answer URL of a wallet, with a payload that needs encoding.
    func answer(result: String, payload: String? = nil, action: String? = nil) -> String {
        let host = (self["callback"] ?? "").components(separatedBy: "?")[0]
        var url = "\(host)?action=\(action ?? self["action"] ?? "")&callBackId=\(id)&result=\(result)"
        if let payload {
            let unreserved = CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
            url += "&payload=" + (payload.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")
        }
        return url
    }
}
