/** Narrows an engine to the versions that a program needs. */
import type { Engine, EngineByVersion } from './engine.js';

/**
 * Returns whether the engine is of one of the versions, and narrows its type to them: to the operations and properties that only
 * these versions have.
 *
 * @example if (isVersion(engine, '1.44', '1.55')) await engine.system.dataUsage({ type: ['volume'] });
 */
export function isVersion<Version extends Engine['version']>(
  engine: Engine,
  ...versions: readonly Version[]
): engine is EngineByVersion[Version] {
  return (versions as readonly string[]).includes(engine.version);
}
