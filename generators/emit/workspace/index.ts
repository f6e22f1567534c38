export { workspaceFiles, type PlacedPackage } from './workspace-files.js';
