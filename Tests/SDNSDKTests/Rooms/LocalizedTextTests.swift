import Foundation
import HeraldJSON
import HeraldKeys
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Texts for people")
struct LocalizedTextTests {
    /// Changes only what no other test of this process shows.
    private struct Other: MXStringLocalizerProtocol {
        func sentence(about error: SDNSDKError) -> String {
            error.code.rawValue == "code_of_localized_text_tests"
                ? "Ein Satz." : MXDefaultStringLocalizer().sentence(about: error)
        }
    }

    private struct German: MXStringLocalizerProtocol {
        var emptyRoom: String { "Leerer Raum" }
        func twoMembers(_ first: String, _ second: String) -> String { "\(first) und \(second)" }
        func allOtherMembersLeft(_ name: String) -> String { "\(name) (gegangen)" }
    }

    /// What an app shows when it knows nothing of the type of an error.
    private func shown(_ error: any Error) -> String { error.localizedDescription }

    private func isSentence(_ text: String) -> Bool {
        text.first?.isUppercase == true && text.hasSuffix(".") && text.contains(" ")
    }

    /// All codes that the sources of the SDK declare.
    private static func codes() throws -> Set<String> {
        var codes: Set<String> = []
        for module in ["SDNValues", "SDNStore", "SDNClient", "SDNFolds", "SDNSession", "SDNSDK"] {
            let files = FileManager.default.enumerator(
                at: PackageFiles.url("Sources/\(module)"), includingPropertiesForKeys: nil)
            for case let file as URL in try #require(files) where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                codes.formUnion(text.matches(of: /Code\(rawValue: "([a-z_]+)"\)/).map { String($0.1) })
            }
        }
        return codes
    }

    @Test("every error of the SDK is shown as a sentence, and none shows its code")
    func sentences() throws {
        let codes = try Self.codes()
        #expect(codes.count > 25)
        for code in codes.union(["from_an_app"]) {
            let text = shown(SDNSDKError(.init(rawValue: code), reason: "the reason has no full stop"))
            #expect(isSentence(text) && !text.contains("_"), "\(code): \(text)")
            // Only the reason can say which argument is wrong, or what the state does not allow.
            let needsReason = ["from_an_app", "invalid_argument", "wrong_state"].contains(code)
            #expect((text == "The reason has no full stop.") == needsReason, "\(code)")
        }
        #expect(shown(SDNSDKError(.invalidArgument, reason: "the poll has no answers")) == "The poll has no answers.")
        #expect(isSentence(shown(SDNSDKError(.init(rawValue: "empty"), reason: ""))))
        #expect(isSentence(shown(JSONError(.syntax, reason: "expected a value"))))
        #expect(isSentence(shown(KeysError(.length, field: "address", reason: "expected 20 bytes"))))
        #expect(isSentence(shown(WireError(.missing, field: "path", reason: "expected a path"))))
        #expect(shown(MatrixError(.forbidden, "no")) == "You are not allowed to do this.")
    }

    @Test(
        "a refusal is shown by its code, an unknown code by the node's own sentence, and neither by more than 300 characters"
    )
    func refusals() {
        #expect(shown(MXError(errcode: "M_FORBIDDEN", error: "nope")) == "You are not allowed to do this.")
        #expect(MXError(errcode: "M_FORBIDDEN", error: "nope").failureReason == "Nope.")
        #expect(shown(MXError(errcode: "ORG_EXAMPLE", error: "the harbour is closed")) == "The harbour is closed.")
        #expect(isSentence(shown(MXError(errcode: "ORG_EXAMPLE"))))
        #expect(shown(MXError(errcode: "ORG_EXAMPLE", error: String(repeating: "x", count: 9_999))).count <= 301)
        let late = MXError(errcode: "M_LIMIT_EXCEEDED", retryAfter: .milliseconds(1_500))
        #expect(shown(late) == "Too many requests were sent. Try again in 2 seconds.")
    }

    @Test("an app replaces the words that the SDK writes, and keeps the English ones that it does not replace")
    func words() {
        func name(_ details: JSONObject) -> String {
            MXRoomSummary(roomId: "!a:b", membership: .join, details: details).localizedName(in: German())
        }
        let two: JSONValue = [["user_id": "@a:b", "name": "Ann"], ["user_id": "@b:b", "name": "Bo"]]
        #expect(name([:]) == "Leerer Raum")
        #expect(name(["heroes": two, "joined": 3]) == "Ann und Bo")
        #expect(name(["heroes": two, "joined": 1]) == "Ann und Bo (gegangen)")
        #expect(name(["heroes": two, "joined": 5]) == "Ann and 3 others")
    }

    @Test("the texts of the process are those that the app has set")
    func current() {
        let error = SDNSDKError(.init(rawValue: "code_of_localized_text_tests"), reason: "a sentence")
        #expect(shown(error) == "A sentence.")
        MXStrings.localizer = Other()
        #expect(shown(error) == "Ein Satz.")
        MXStrings.localizer = MXDefaultStringLocalizer()
    }
}
