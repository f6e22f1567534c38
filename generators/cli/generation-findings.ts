/** The error of generation from a document, as a finding of the linter. */
import type { Document } from '../document/index.js';
import type { LintFinding } from '../lint/index.js';
import { LadingError } from '../diagnostics/index.js';
import { builtIn, builtInKinds } from './kinds/index.js';
import { filesOf, timelineOf } from './pipeline/index.js';
import { Steps } from './steps.js';

/**
 * Generates every kind of package in memory, so that `lint` reports whatever `generate` rejects.
 *
 * @returns undefined if generation succeeds
 */
export async function findGenerationError(document: Document): Promise<LintFinding | undefined> {
  const steps = new Steps(() => undefined);
  const loaded = await Promise.all(builtInKinds.map(builtIn));
  const kinds = loaded.filter((kind) => kind !== undefined);
  try {
    const timeline = timelineOf([{ document, source: document.name }], steps);
    const options = { naming: { scope: '@lading' }, kinds, paths: true, workspace: false, head: () => [] };
    await filesOf(timeline, options, steps);
    return undefined;
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    const { code, subject, place, remedy } = error.problem;
    return { severity: 'error', rule: 'not-generated', place, sentence: `${code}: ${subject}. ${remedy}.` };
  }
}
