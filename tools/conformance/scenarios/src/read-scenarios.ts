/** Reads the scenarios of a folder, in the order of their names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScenario } from './read-scenario.js';
import type { Scenario } from './scenario.js';

/** Reads every scenario below a folder. @throws ScenarioError for the first invalid one */
export function readScenarios(folder: string): readonly Scenario[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && file.includes('/') && !file.startsWith('known-failures/'))
    .sort()
    .map((file) => readScenario(file.replace(/\.yaml$/, ''), readFileSync(join(folder, file), 'utf8')));
}
