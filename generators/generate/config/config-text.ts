/** Prints a configuration as the text of its file. */
import { existsSync } from 'node:fs';
import { join } from '../../document/path.js';
import { entryKey, literal } from '../../code/index.js';
import type { LadingConfig } from './config.js';

/** @param folder the folder of the file, which names the schema of an installed generator, for editors */
export function configText(file: string, config: LadingConfig, folder: string): string {
  if (file.endsWith('.ts'))
    return `import { defineConfig } from 'lading';\n\nexport default defineConfig(${object(config)});\n`;
  const schema = './node_modules/lading/config.schema.json';
  const named = existsSync(join(folder, schema)) ? { $schema: schema, ...config } : config;
  return `${JSON.stringify(named, null, 2)}\n`;
}

function object(config: LadingConfig): string {
  const lines = Object.entries(config).map(([key, value]) => `  ${entryKey(key)}: ${text(value)},\n`);
  return `{\n${lines.join('')}}`;
}

function text(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? literal(value) : String(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${entryKey(key)}: ${text(each)}`)
    .join(', ')} }`;
}
