import Testing

@testable import OpenDID_DataModel

@Suite("Work divided among processors")
struct DividedWorkTests {
    private struct Fault: Error, Equatable { let index: Int }

    @Test("results come in order", arguments: [0, 1, 5, 6, 13, 64, 1_000])
    func order(count: Int) async {
        let results = await DividedWork.results(count) { Array($0) }
        #expect(results == Array(0..<count))
    }

    @Test("the error of the first operation that failed is thrown", arguments: [1, 13, 64])
    func firstError(count: Int) async {
        for first in 0..<count {
            await #expect(throws: Fault(index: first)) {
                _ = try await DividedWork.results(count) { (part) throws(Fault) -> [Int] in
                    for index in part where index >= first { throw Fault(index: index) }
                    return []
                }
            }
        }
    }

    @Test("a false claim signature is found at every place, and the first one is reported")
    func falseSignature() async throws {
        let cast = try Cast()
        let signed = try await Samples(cast: cast).credential(claims: 70).signed(by: cast.issuer.request("assert"))
        let key = try #require(cast.issuer.keys["assert"]).verificationKey
        for index in [0, 1, 34, 35, 63, 64, 69] {
            var altered = signed
            var list = try #require(altered.proof.proofValueList)
            list[index] = list[(index + 1) % 70]
            list[69] = list[0]
            altered.proof.proofValueList = list
            let document = try SignedDocument(altered)
            let failure = await #expect(throws: VerificationFailure.self) {
                try await document.checkClaimSignaturesTogether(with: key)
            }
            #expect(failure?.place == "proof.proofValueList[\(index)]")
            #expect(throws: VerificationFailure.self) { try document.checkClaimSignatures(with: key) }
        }
    }
}
