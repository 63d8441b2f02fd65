import Foundation
import OpenDIDWallet
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Posts with the operator's token.
enum OperatorClient {
    static func post(_ url: URL, _ body: [UInt8], token: String) async throws -> ServiceAnswer {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(body)
        request.setValue("application/json;charset=utf-8", forHTTPHeaderField: "Content-Type")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.lasting.data(for: request)
        return ServiceAnswer(status: (response as? HTTPURLResponse)?.statusCode ?? 0, body: [UInt8](data))
    }
}
