/** The text of `lading` without arguments: what it is, and the next command. */
import { readdirSync } from 'node:fs';
import { nearestConfig } from '../generate/config/load.js';

const description = 'lading generates versioned TypeScript packages from OpenAPI and Swagger documents.';

/** @throws CONFIG_LOAD if a folder has several configurations */
export function nextStepText(): string {
  const config = nearestConfig();
  const [state, commands] = config === undefined ? withoutConfig() : withConfig(config);
  const width = Math.max(...commands.map(([command]) => command.length));
  const lines = commands.map(([command, purpose]) => `  ${command.padEnd(width)}  ${purpose}`);
  return `${[description, '', state, '', 'Next:', ...lines, '', 'lading --help lists all commands.'].join('\n')}\n`;
}

type Commands = readonly (readonly [command: string, purpose: string])[];

function withConfig(config: string): readonly [string, Commands] {
  return [
    `Configuration: ${config}`,
    [
      ['lading generate', 'generate the packages'],
      ['lading generate --check', 'verify that generated files are up to date'],
      ['lading docs', 'read the reference of every version in a browser'],
    ],
  ];
}

function withoutConfig(): readonly [string, Commands] {
  // A file is not read here: lading init reports which of them are documents.
  const document = readdirSync(process.cwd()).find((name) => /^(openapi|swagger)\.(ya?ml|json)$/.test(name));
  return [
    'There is no configuration in this folder or above it.',
    [
      ['lading init', 'write a configuration for the OpenAPI and Swagger documents in this folder'],
      [`lading generate --document ${document ?? 'openapi.yaml'} --out packages`, 'generate without a configuration'],
    ],
  ];
}
