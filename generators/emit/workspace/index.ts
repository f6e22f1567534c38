export { workspaceFiles, type PlacedPackage, type VendoredPackage } from './workspace-files.js';
