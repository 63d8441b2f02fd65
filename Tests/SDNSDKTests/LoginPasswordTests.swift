import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Login with a password")
struct LoginPasswordTests {
    @Test("an account is created, logged in to, and logged out of")
    func lifecycle() async throws {
        try await withNode(.withPasswords) { node in
            let client = node.client()
            #expect(try await client.getLoginSession().flows.map(\.flowType).contains(.password))
            let made = try await client.register(username: "ann", password: "correct horse")
            #expect(made.userId?.hasPrefix("@ann:") == true)
            let again = try await client.login(
                username: "ann", password: "correct horse", deviceId: "LAPTOP", deviceDisplayName: "Laptop")
            #expect(again.userId == made.userId)
            #expect(again.deviceId == "LAPTOP")
            let session = MXRestClient(credentials: again)
            #expect(try await session.whoami().deviceId == "LAPTOP")
            try await session.logout()
            #expect(await failure { try await session.whoami() } as? MXError == .unknownToken)
            #expect(try await MXRestClient(credentials: made).whoami().userId == made.userId)
        }
    }

    @Test("a wrong password is forbidden, and a taken user name is in use")
    func refused() async throws {
        try await withNode(.withPasswords) { node in
            let client = node.client()
            _ = try await client.register(username: "bob", password: "right")
            #expect(
                await failure { try await client.login(username: "bob", password: "wrong") } as? MXError == .forbidden)
            #expect(
                await failure { try await client.login(username: "nobody", password: "wrong") } as? MXError
                    == .forbidden)
            #expect(
                await failure { try await client.register(username: "bob", password: "x") } as? MXError == .userInUse)
        }
    }

    @Test("the client reads the stages of a registration from the node's refusal")
    func stages() async throws {
        let body =
            #"{"flows":[{"stages":["m.login.recaptcha","m.login.terms"]}],"session":"s","params":{"m.login.terms":{"a":1}},"completed":["m.login.terms"]}"#
        let withCode = #"{"errcode":"M_FORBIDDEN","error":"",\#(body.dropFirst())"#
        let session = try await MXRestClient.scripted(ScriptedTransport([.answer(401, body)]), token: nil)
            .getRegisterSession()
        #expect(session.flows.first?.stages == ["m.login.recaptcha", "m.login.terms"])
        #expect(session.flows.first?.flowType == .recaptcha)
        #expect(session.session == "s")
        #expect(session.completed == ["m.login.terms"])
        #expect(
            try await MXRestClient.scripted(ScriptedTransport([.answer(401, withCode)]), token: nil)
                .getRegisterSession() == session)
        let off = ScriptedTransport([.answer(403, #"{"errcode":"M_FORBIDDEN","error":"off"}"#)])
        #expect(
            await failure { try await MXRestClient.scripted(off, token: nil).getRegisterSession() } as? MXError
                == .forbidden)
    }

    @Test("a node without passwords offers only the login by DID")
    func off() async throws {
        try await withNode { node in
            let flows = try await node.client().getLoginSession().flows.map(\.flowType)
            #expect(flows.contains(.did))
            #expect(!flows.contains(.password))
            #expect(
                await failure { try await node.client().register(username: "x", password: "y") } as? MXError
                    == .forbidden)
        }
    }
}
