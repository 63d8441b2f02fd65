#if os(Linux)
import CCurl
import Foundation

/// One transfer on the engine's thread: the data received so far, and its result.
final class CurlTransfer {
    let request: CurlRequest
    private let resources = CurlResources()
    private var body: [UInt8] = []
    private var headers: [String: String] = [:]
    private var headerBytes = 0, headerLines = 0
    /// True when the empty line after the header has arrived. libcurl itself accepts a response whose connection ends before this line.
    private var isHeaderWhole = false
    /// True when the status is 2xx.
    private var isGood = false
    private var isTooLarge = false
    private var isForeign = false
    /// True when the sending of the request has begun.
    private var wasSent = false
    private var lastSign = ContinuousClock.now
    private var sent: curl_off_t = 0
    private var told = HTTPProgress()
    private let upload: CurlUpload?

    init(_ request: CurlRequest) {
        self.request = request
        upload = request.call.bodyStream.map { CurlUpload($0, of: request) }
    }

    /// The time at which the transfer times out because of silence or its deadline.
    var due: ContinuousClock.Instant {
        let silent = lastSign + request.call.timeout
        return request.end.map { min($0, silent) } ?? silent
    }

    /// Sets all options of a new or reset handle. Returns `false` when libcurl rejects one.
    func prepare(_ handle: UnsafeMutableRawPointer) -> Bool {
        let context = Unmanaged.passUnretained(self).toOpaque()
        var codes = CurlOptions(request.call, usesProxies: request.usesProxies).apply(to: handle, resources)
        codes.append(herald_curl_set_write(handle, Self.receiveBody, context))
        codes.append(herald_curl_set_header(handle, Self.receiveHeader, context))
        if request.call.destination != nil {
            codes.append(herald_curl_set_open_socket(handle, Self.openSocket, context))
        }
        if request.call.isSentOnce { codes.append(herald_curl_set_send(handle, Self.beginSending, context)) }
        if let upload {
            codes.append(
                herald_curl_set_read(
                    handle, curl_off_t(upload.size), Self.provideBody, Self.seekBody, context))
        }
        // Sent bytes are watched only if the caller asks for the progress, or if the upload is long. Only a long upload can be active
        // without receiving anything.
        if request.call.progress != nil || request.call.bodyLength > 1 << 16 {
            codes.append(herald_curl_set_progress(handle, Self.watch, context))
        }
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    /// Frees the resources. Call it when the handle no longer refers to this object.
    func release() { resources.release() }

    func result(_ code: CURLcode, _ handle: UnsafeMutableRawPointer) -> Result<CurlReply, any Error> {
        var status = 0
        _ = herald_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        if isTooLarge { return .failure(HTTPFailure.answerTooLarge(status: status)) }
        if isForeign { return .failure(HTTPFailure.addressRefused) }
        guard code == CURLE_OK else { return .failure(Self.failure(code)) }
        guard isHeaderWhole, (200...999).contains(status) else { return .failure(HTTPFailure.connectionLost) }
        var location: UnsafePointer<CChar>?
        _ = herald_curl_get_text(handle, CURLINFO_REDIRECT_URL, &location)
        let answer = HTTPAnswer(status: status, headers: headers, body: body)
        return .success(CurlReply(answer: answer, location: location.map { String(cString: $0) }))
    }

    private static func failure(_ code: CURLcode) -> HTTPFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
        case CURLE_COULDNT_CONNECT: .cannotConnect
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER,
            CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
            .insecureConnection
        default: .connectionLost
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastSign = .now
        guard bytes.count <= request.call.maximumAnswerBytes - body.count else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
        lastSign = .now
        headerBytes += line.count
        headerLines += 1
        // Header lines with the same name are joined. That work runs on the thread that all transfers share, so it is limited.
        guard headerBytes <= request.call.maximumHeaderBytes, headerLines <= HTTPCall.headerLines else {
            isTooLarge = true
            return 0
        }
        var text = line[...]
        while let last = text.last, last == 0x0A || last == 0x0D { text = text.dropLast() }
        if text.starts(with: "HTTP/".utf8) {
            // A status line begins a new response, because an interim response may precede the final one. The headers of the earlier response are
            // dropped.
            headers = [:]
            isHeaderWhole = false
            isGood = text.drop { $0 != 0x20 }.dropFirst().first == UInt8(ascii: "2")
        } else if text.isEmpty {
            isHeaderWhole = true
        } else if !isHeaderWhole, let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            let value = Self.trimmed(text[(colon + 1)...])
            if headers[name] == nil { headers[name] = value } else { headers[name]?.append(", \(value)") }
        }
        return line.count
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func allows(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = Int(herald_curl_address(address, &bytes))
        let isKnown = request.call.destination?.addresses.contains { $0.elementsEqual(bytes.prefix(count)) } ?? true
        if !isKnown { isForeign = true }
        return isKnown
    }

    /// Returns false if the request was sent before. The transfer then ends with `CURLE_ABORTED_BY_CALLBACK`, which counts as a lost
    /// connection.
    private func mayBeSent() -> Bool {
        defer { wasSent = true }
        return !wasSent
    }

    private func see(sent now: curl_off_t, received: curl_off_t, expected: curl_off_t) {
        if now > sent { lastSign = .now }
        sent = now
        guard let progress = request.call.progress else { return }
        let current = HTTPProgress(
            sent: Int64(now), toSend: request.call.bodyLength, received: isGood ? Int64(received) : 0,
            expected: isGood && expected > 0 ? Int64(expected) : nil)
        guard current != told else { return }
        told = current
        progress(current)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let receiveBody:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
            bytes, size, count, context in
            let (total, overflows) = size.multipliedReportingOverflow(by: count)
            guard !overflows, total >= 0 else { return -1 }
            return CurlTransfer.of(context)?.take(UnsafeRawBufferPointer(start: bytes, count: total)) ?? -1
        }

    private static let receiveHeader:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
            bytes, size, count, context in
            let (total, overflows) = size.multipliedReportingOverflow(by: count)
            guard !overflows, total >= 0 else { return -1 }
            return CurlTransfer.of(context)?.takeHeader(UnsafeRawBufferPointer(start: bytes, count: total)) ?? -1
        }

    private static let provideBody:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
            bytes, size, count, context in
            let (total, overflows) = size.multipliedReportingOverflow(by: count)
            guard !overflows, total >= 0, let upload = CurlTransfer.of(context)?.upload else {
                return herald_curl_read_abort()
            }
            return upload.provide(UnsafeMutableRawBufferPointer(start: bytes, count: total))
        }

    private static let seekBody: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, Int32) -> Int32 = {
        context, offset, origin in
        CurlTransfer.of(context)?.upload?.seek(Int64(offset), from: origin) == true
            ? Int32(CURL_SEEKFUNC_OK) : Int32(CURL_SEEKFUNC_FAIL)
    }

    // 0 is CURL_PREREQFUNC_OK, and 1 is CURL_PREREQFUNC_ABORT. Headers before libcurl 7.80 have neither.
    private static let beginSending:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32, Int32
        ) -> Int32 = {
            context, _, _, _, _ in
            CurlTransfer.of(context)?.mayBeSent() == true ? 0 : 1
        }

    private static let watch:
        @convention(c) (UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> Int32 = {
            context, expected, received, _, sent in
            CurlTransfer.of(context)?.see(sent: sent, received: received, expected: expected)
            return 0
        }

    private static let openSocket:
        @convention(c) (UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t =
            {
                context, _, address in
                guard let address, CurlTransfer.of(context)?.allows(address) == true else { return CURL_SOCKET_BAD }
                return herald_curl_open(address)
            }
}
#endif
