/** What generated servers import: tools, the server, its transports and its command line. */
export {
  commonHelp,
  commonOptions,
  mcpOptions,
  runMcp,
  serveMcp,
  type ClientTarget,
  type CredentialVariable,
  type McpCommand,
} from './command.js';
export { definitionsOf, toolNames, toolOf, type ToolSource } from './document-tools.js';
export { listenHttp, type HttpOptions, type ListeningMcp } from './http.js';
export { shownResult, type ResultLimits, type ShownResult } from './result.js';
export { createMcpServer, type McpOptions, type Toolset } from './server.js';
export { inputSchema, selectTools, type Schema, type Tool, type ToolAnnotations, type ToolFilter } from './tool.js';
