/** What generated servers import: tools, the server, its transports and its command line. */
export {
  commonHelp,
  mcpOptions,
  runMcp,
  serveMcp,
  type ClientTarget,
  type CredentialVariable,
  type McpCommand,
} from './command.js';
export { listenHttp, type HttpOptions, type ListeningMcp } from './http.js';
export { shownResult, type ResultLimits, type ShownResult } from './result.js';
export { createMcpServer, type McpOptions, type Toolset } from './server.js';
export { inputSchema, selectTools, type Schema, type Tool, type ToolAnnotations, type ToolFilter } from './tool.js';
