export { Cursor, cursorAt, NextCursor, pageLimit, positionOf } from './cursor.ts';
export { McpEndpoint } from './mcp-endpoint.ts';
export {
  defineMcpTool,
  type AnyMcpTool,
  type McpCall,
  type McpCatalog,
  type McpImage,
  type McpPrompt,
  type McpResources,
} from './mcp-tool.ts';
export { shortText } from './untrusted-text.ts';
