// The part of a read exchange that is compared: without what the rules of the oracle list.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Exchange } from '../../recorder/exchange.js';
import { normaliseResponse, type NormalisedResponse } from '../normalise.js';
import { readRules } from '../rules.js';
import { operationName } from './operation-name.js';

// In the source folder, also if this module runs from `dist`.
const folder = dirname(fileURLToPath(import.meta.url)).replace(/dist[\\/](?=oracle)/, '');
const file = join(folder, '../normalise.yaml');
const rules = readRules(readFileSync(file, 'utf8'), file);

export function comparedPart(exchange: Exchange): NormalisedResponse {
  const { method, path } = exchange;
  return normaliseResponse(exchange, { operation: operationName(path), request: `reads ${method} ${path}` }, rules);
}
