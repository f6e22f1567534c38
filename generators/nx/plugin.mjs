// Where Nx finds the plugin: projects with the targets `generate` and `check` for each configuration.
import { buildWhenStale } from '../cli/built.mjs';

export const name = 'lading';

export const createNodesV2 = [
  '**/lading.config.{ts,mts,js,mjs,json}',
  async (configFiles, options, context) => {
    buildWhenStale();
    const { projectsOf } = await import('../dist/nx/project.js');
    return projectsOf(configFiles, options, context);
  },
];

// Nx 23 has only this name.
export const createNodes = createNodesV2;
