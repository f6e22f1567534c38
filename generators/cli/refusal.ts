/** What keeps a document from being generated from, as a finding of the linter. */
import type { Document } from '../document/index.js';
import type { Finding } from '../lint/index.js';
import { LadingError } from '../diagnostics/index.js';
import { builtIn, builtInKinds } from './kinds/index.js';
import { filesOf, timelineOf } from './pipeline.js';
import { Steps } from './steps.js';

/**
 * Generates every kind of package in memory, so that `lint` and `generate` cannot disagree.
 *
 * @returns the first thing that generation refuses
 */
export async function refusalOf(document: Document): Promise<Finding | undefined> {
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
