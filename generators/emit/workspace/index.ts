export { workspaceFiles } from './workspace-files.js';
