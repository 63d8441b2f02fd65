import HeraldJSON
import SDNWire
import TestSupport
@testable import SDNNode

/// Makes good requests and spoils them, always the same ones for one seed.
struct RequestMutator {
    var random: SeededGenerator
    var samples: SampleRequests
    let routes: [Route]

    /// The bytes of one request, well framed as HTTP whatever is in it.
    mutating func next() throws -> [UInt8] {
        // Some make state that others need; too many would only make the run slow.
        var route = routes.randomElement(using: &random)
        for _ in 0..<3 where isHeavy(route) { route = routes.randomElement(using: &random) }
        guard let route else { return [] }
        var method = route.method.rawValue
        var path = "/" + (["_api", "_matrix"].randomElement(using: &random) ?? "_api")
        switch route.template.area {
        case .client: path += "/client/" + (["r0", "v1", "v3", "unstable"].randomElement(using: &random) ?? "r0")
        case .media: path += "/media/" + (["r0", "v1", "v3"].randomElement(using: &random) ?? "r0")
        case .clientUnversioned: path += "/client"
        case .root: break
        case .bare: path = ""
        }
        for segment in route.template.segments {
            switch segment {
            case .literal(let text): path += "/" + text
            case .parameter(let name):
                path += "/" + PercentEncoding.encodeSegment(chance(4) ? nasty() : samples.pathValue(name, &random))
            }
        }
        var items = samples.query(&random).map { name, value in
            let spoiled = chance(3) ? (name == "timeout" ? nastyTimeout() : nasty()) : value
            return PercentEncoding.encodeSegment(name) + "=" + PercentEncoding.encodeSegment(spoiled)
        }
        if chance(30) { items.append(PercentEncoding.encodeSegment(nasty())) }
        if chance(40) {
            items.append(["%", "%zz", "a=%ff", "=", "&&", "?", "filter={"].randomElement(using: &random) ?? "")
        }
        var target = path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
        if chance(12) { target = spoil(target: target) }
        if chance(15) {
            method =
                ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND"].randomElement(
                    using: &random) ?? "GET"
        }
        // An answer to HEAD has no body to read; the pipeline's own tests cover it.
        if method == "HEAD" { method = "PATCH" }
        var body: [UInt8] = []
        if var json = try samples.body(of: route, &random) {
            if !chance(6) { json = spoil(json, depth: 0) }
            body = json.serialized()
            if chance(8) { body = spoil(bytes: body) }
            if chance(60) { body = monster() }
        } else if chance(20) {
            body = monster()
        }
        let token: String? =
            switch Int.random(in: 0..<12, using: &random) {
            case 0: nil
            case 1: PercentEncoding.encodeSegment(nasty())
            default: isEnding(route) ? samples.otherToken : samples.token
            }
        var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n"
        if let token { head += "Authorization: \(chance(40) ? "Basic" : "Bearer") \(token)\r\n" }
        if chance(10) {
            head +=
                "Content-Type: \(["text/plain", "application/json; charset=x", "multipart/form-data"].randomElement(using: &random) ?? "x")\r\n"
        }
        return Array((head + "\r\n").utf8) + body
    }

    private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

    private func isEnding(_ route: Route) -> Bool {
        if case .literal("logout") = route.template.segments.first { return true }
        return false
    }

    private func isHeavy(_ route: Route?) -> Bool {
        if case .literal(let name) = route?.template.segments.first {
            return ["createRoom", "register", "publicRooms"].contains(name)
        }
        return false
    }

    private static let nasties = [
        "", " ", "0", "-1", "1", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e400", "1.5",
        "NaN", "null", "true", "[]", "{}", "{",
        #"{"limit":-1}"#, #"{"room":{"timeline":{"limit":1e99}}}"#, #"{"types":["*","**","a*b*c*"]}"#, "../..", "%2F",
        "%00", "\u{0}", "\n", "\r\n\r\n", "\u{7F}",
        "\u{202E}", "\u{FEFF}", "é", "e\u{301}", "👩‍👩‍👧‍👦", "@", "@:", "@a:b", "!", "!:x", "$", "#", "#a:b", "did:sdn:",
        "did:sdn:" + String(repeating: "f", count: 40),
        "0x", "0x" + String(repeating: "0", count: 40),
        "eip155:99999999999999999999:0x" + String(repeating: "a", count: 40), "END", "s1", "s-1",
        "s99999999999999999999", "s1_2_3_4_5_6", "'; DROP TABLE account; --", "a\u{0}b", "m.room.create",
        "m.room.member", "m.room.power_levels",
        "m.login.password", "..", ".", "~",
    ]

    private mutating func nasty() -> String {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: String(repeating: Self.nasties.randomElement(using: &random) ?? "x", count: 300)
        case 1: samples.wallet.userID
        case 2: samples.other.userID
        case 3: samples.roomID
        case 4: samples.eventID
        default: Self.nasties.randomElement(using: &random) ?? ""
        }
    }

    private mutating func nastyTimeout() -> String {
        ["", "-1", "abc", "1e9", "99999999999999999999", "0x10", "1.5", "null", "+0", "0"].randomElement(using: &random)
            ?? "0"
    }

    /// Overwrites, drops or doubles parts of the target; the result is still one word of visible ASCII.
    private mutating func spoil(target: String) -> String {
        var bytes = Array(target.utf8)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                guard let index = bytes.indices.randomElement(using: &random) else { break }
                // Not into digits: a time-out must not grow.
                bytes[index] = (0x3A...0x7E).randomElement(using: &random) ?? 0x5F
            }
        case 1: bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))
        case 2:
            var parts = target.split(separator: "/", omittingEmptySubsequences: false)
            if let index = parts.indices.randomElement(using: &random) { parts.insert(parts[index], at: index) }
            bytes = Array(parts.joined(separator: "/").utf8)
        default:
            var parts = target.split(separator: "/", omittingEmptySubsequences: false)
            if parts.count > 2, let index = parts.indices.dropFirst().randomElement(using: &random) {
                parts.remove(at: index)
            }
            bytes = Array(parts.joined(separator: "/").utf8)
        }
        if bytes.first != 0x2F { bytes.insert(0x2F, at: 0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func spoil(_ value: JSONValue, depth: Int) -> JSONValue {
        switch value {
        case .object(var object) where !object.isEmpty && (depth == 0 || !chance(4)):
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                guard let key = object.keys.randomElement(using: &random), let member = object[key] else { break }
                switch Int.random(in: 0..<6, using: &random) {
                case 0: object[key] = nil
                case 1: object[nasty()] = member
                default: object[key] = spoil(member, depth: depth + 1)
                }
            }
            return .object(object)
        case .array(var elements) where !elements.isEmpty && !chance(4):
            let index = Int.random(in: 0..<elements.count, using: &random)
            elements[index] = spoil(elements[index], depth: depth + 1)
            if chance(3) { elements += elements }
            return .array(elements)
        case .string(let text) where chance(2):
            var scalars = Array(text.unicodeScalars)
            if let index = scalars.indices.randomElement(using: &random) {
                scalars[index] = Unicode.Scalar(UInt8.random(in: 0...127, using: &random))
            }
            return .string(String(String.UnicodeScalarView(scalars)))
        default:
            let all: [JSONValue] = [
                .null, true, false, .int(0), .int(-1), .int(.max), .int(.min), .int(1 << 53), .double(1.5),
                .double(1e300), .string(nasty()), .array([]), [.null], [[[]]],
                .object([:]), ["a": ["b": [.int(1)]]], .array(Array(repeating: .string("x"), count: 200)),
            ]
            return all.randomElement(using: &random) ?? .null
        }
    }

    private mutating func spoil(bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        case 1:
            if let index = bytes.indices.randomElement(using: &random) {
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
        default:
            if let index = bytes.indices.randomElement(using: &random) {
                bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
            }
        }
        return bytes
    }

    private mutating func monster() -> [UInt8] {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: Array(repeating: 0x5B, count: 20_000)
        case 1: Array((String(repeating: #"{"a":"#, count: 5_000)).utf8)
        case 2: Array(#"{"a":1,"a":2,"type":"x","type":null}"#.utf8)
        case 3: Array(#"{"n":1e400,"m":-0,"k":123456789012345678901234567890}"#.utf8)
        case 4: [0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x3A, 0x31, 0x7D]
        case 5: Array(#"{"body":"\ud800","k":"\u0000"}"#.utf8)
        case 6: Array("{\"body\":\"".utf8) + Array(repeating: 0x78, count: 70_000) + Array("\"}".utf8)
        case 7: [0xEF, 0xBB, 0xBF] + Array("{}".utf8)
        default: Array("[1,2,3]".utf8)
        }
    }
}
