import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Schemas in release 2's list")
struct ListedVCSchemaTests {
    @Test("a schema in the list has names without @, and is the same schema")
    func names() throws {
        var schema = VCSchema.certificate(id: "http://127.0.0.1/tas/api/v1/vc-schema?name=certificate")
        schema.unknownMembers.members["later"] = "kept"
        let entry = ListedVCSchema(
            schemaId: schema.id, issuerDid: "did:omn:tas", title: schema.title, description: schema.description,
            vcSchema: ListedVCSchema.Content(schema))
        let list = VCSchemaList(count: 1, vcSchemaList: [entry])
        let bytes = try list.canonicalBytes()
        let root = try JSONValue(parsing: bytes)
        let written = try #require(root["vcSchemaList"]?.arrayValue?.first?["vcSchema"])
        #expect(written["id"]?.stringValue == schema.id && written["schema"]?.stringValue == schema.schema)
        #expect(written["@id"] == nil && written["@schema"] == nil && written["later"] == "kept")
        let read = try VCSchemaList(jsonBytes: bytes)
        #expect(read == list && read.vcSchemaList.first?.vcSchema.vcSchema == schema)
    }
}
