/** The commands that messages name: those of the package manager that runs this process. */

/** How each manager runs a program of a project, and adds a package that only its development needs. */
const commands = {
  npm: { run: 'npx', add: 'npm install --save-dev' },
  pnpm: { run: 'pnpm', add: 'pnpm add --save-dev' },
  yarn: { run: 'yarn', add: 'yarn add --dev' },
  bun: { run: 'bunx', add: 'bun add --dev' },
} as const;

/**
 * Returns the commands of the manager that names itself in the environment, as in `yarn/4.18.1 npm/? node/v20.20.2`, or of npm. In a
 * project of another manager, `npx` is refused, or runs a program of the registry.
 */
export function managerCommands(): { readonly run: string; readonly add: string } {
  const { npm_config_user_agent: agent = '' } = process.env;
  return Object.entries(commands).find(([name]) => agent.startsWith(`${name}/`))?.[1] ?? commands.npm;
}
