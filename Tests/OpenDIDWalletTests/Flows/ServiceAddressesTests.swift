import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Addresses and calls")
struct ServiceAddressesTests {
    private func addresses(_ text: String = "https://id.example.org/") throws -> ServiceAddresses {
        ServiceAddresses(all: try #require(URLText.url(text)))
    }

    @Test("a DID URL is escaped in a query, and the server's path follows the address without a doubled slash")
    func query() throws {
        let call = try addresses().call(OpenDIDEndpoints.Gateway.didDoc, ServiceQuery("did", "did:omn:abc?versionId=2"))
        #expect(call.url == "https://id.example.org/api-gateway/api/v1/did-doc?did=did%3Aomn%3Aabc%3FversionId%3D2")
        #expect(call.path == "/api-gateway/api/v1/did-doc")
    }

    @Test("only http and https at configured hosts are called, and no plain HTTP beside TLS")
    func hosts() throws {
        var addresses = try addresses()
        #expect(addresses.allows("https://id.example.org/anything"))
        #expect(!addresses.allows("http://id.example.org/anything"))
        #expect(!addresses.allows("file:///etc/passwd"))
        #expect(!addresses.allows("https://id.example.org.evil.example/"))
        #expect(!addresses.allows("https://id.example.org@evil.example/"))
        addresses.otherHosts = ["other.example"]
        #expect(addresses.allows("https://other.example/"))
    }

    @Test("a stored call is sent again byte for byte, and prints no body")
    func journal() throws {
        let call = try addresses().call(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: "한글 \"quoted\""))
        let restored = try JSONCopy.copied(call)
        #expect(restored == call)
        #expect(!"\(call)".contains("quoted"))
    }

    @Test("a refusal keeps the server's code, and only a server without a decision is called again")
    func refusals() {
        func failure(_ status: Int, _ text: String) -> ServiceFailure {
            ServiceFailure(status: status, body: Array(text.utf8))
        }
        let refusal = failure(400, #"{"code":"SSRVTRA16510","description":"no"}"#)
        #expect(refusal.code == "SSRVTRA16510")
        #expect(!refusal.isTransient)
        #expect(failure(500, #"{"code":"SSRVTRA90003","description":"?"}"#).isTransient)
        #expect(!failure(500, #"{"code":"9999","description":"?"}"#).isTransient)
        for code in [
            "SSRVTRA12004", "SSRVTRA14000", "SSRVISS00702", "SSRVVRF00100", "SSRVVRF00103", "SSRVVRF00202",
            "SSRVVRF00409", "SCRVCFA00100", "SSRVWLT00502",
        ] {
            #expect(!failure(500, #"{"code":"\#(code)","description":"?"}"#).isTransient, "\(code)")
        }
        #expect(failure(502, "<html>").isTransient)
    }
}
