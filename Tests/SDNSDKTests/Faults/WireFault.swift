/// Faults on the wire between a client and a node.
enum WireFault: CaseIterable, Sendable {
    /// The request does not get through, or half of it.
    case requestReset, requestCut
    /// The node executes the request, but none of its answer, a part of the header or a part of the body arrives.
    case answerLost, headerCut, headerReset, bodyCut, bodyReset
    /// More bytes arrive than the header says, or the header says less than arrives. For HTTP both are complete answers.
    case bytesBehindBody, lengthTooSmall
    /// A chunked body without its end, and one with malformed chunks.
    case chunksCut, chunksBroken
    /// The connection stays open and sends nothing more.
    case silence, silenceInHeader, silenceInBody
    /// Bytes that are not HTTP.
    case garbage
    /// Bytes without end.
    case endlessHeader, endlessBody
    /// The answer is good, and nobody takes the next request on its connection.
    case keptConnectionCloses
    /// The answer is good, and comes in many pieces.
    case pieces

    /// Those that make a client wait as long as it can.
    static let silent: Set<WireFault> = [.silence, .silenceInHeader, .silenceInBody]
}
