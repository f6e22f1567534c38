/** Gives an assistant a container engine over the Model Context Protocol. */
export { allTools, openEngine, type EngineOptions, type EngineTools } from './engine-tools.js';
export { createMcpServer, listenHttp, type McpOptions } from '@lading/emit-mcp/runtime';
export type { PolicyRules } from '@lading/bridge';
