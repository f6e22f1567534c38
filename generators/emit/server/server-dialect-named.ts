/** The dialects by name. */
import { engineDialect } from './engine/engine-dialect.js';
import type { ServerDialect, ServerDialectName } from './server-dialect.js';
import { standardDialect } from './standard/standard-dialect.js';

const dialects: Readonly<Record<ServerDialectName, ServerDialect>> = {
  standard: standardDialect,
  engine: engineDialect,
};

export function serverDialectNamed(name: ServerDialectName): ServerDialect {
  return dialects[name];
}
