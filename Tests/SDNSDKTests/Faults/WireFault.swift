/// Faults on the wire between a client and a node.
enum WireFault: CaseIterable, Sendable {
    /// The request does not get through, or half of it.
    case requestReset, requestCut
    /// The node acts on the request, and of its answer comes nothing, a part of the header, or a part of the body.
    case answerLost, headerCut, headerReset, bodyCut, bodyReset
    /// More comes than the header says, or the header says less than comes. To HTTP both are whole answers.
    case bytesBehindBody, lengthTooSmall
    /// A body in chunks without its end, and one whose chunks are none.
    case chunksCut, chunksBroken
    /// The connection stays open and says nothing more.
    case silence, silenceInHeader, silenceInBody
    /// Something that is no HTTP.
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
