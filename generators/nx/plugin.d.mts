/** The plugin for Nx, which nx.json names `lading/nx`. */
import type { projectsOf } from '../dist/nx/project.js';

export declare const name: 'lading';
export declare const createNodesV2: readonly [pattern: string, create: typeof projectsOf];
export declare const createNodes: typeof createNodesV2;
