/** Messages name the commands of the package manager that runs the process. */
import { expect, test, vi } from 'vitest';
import { managerCommands } from '../index.js';

test.each([
  ['npm/11.19.1 node/v20.20.2 linux x64 workspaces/false', 'npx', 'npm install --save-dev'],
  ['pnpm/12.21.0 npm/? node/? linux x64', 'pnpm', 'pnpm add --save-dev'],
  ['yarn/4.18.1 npm/? node/v20.20.2 linux x64', 'yarn', 'yarn add --dev'],
  ['bun/1.4.5 npm/? node/v26.3.0 linux x64', 'bunx', 'bun add --dev'],
  ['other/1.0.0', 'npx', 'npm install --save-dev'],
  [undefined, 'npx', 'npm install --save-dev'],
])('%s', (agent, run, add) => {
  vi.stubEnv('npm_config_user_agent', agent);
  expect(managerCommands()).toEqual({ run, add });
  vi.unstubAllEnvs();
});
