// Exported, because most folders of the node store texts. The type is not public, so a program does not see it.
@_exported import enum SDNIdentity.StoredText
