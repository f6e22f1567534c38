/** What generation from a document finds: its error, or its warnings. */
import type { Document } from '../document/index.js';
import type { LintFinding } from '../lint/index.js';
import { LadingError } from '../diagnostics/index.js';
import { builtIn, builtInKinds } from './kinds/index.js';
import { filesOf, timelineOf } from './pipeline/index.js';
import { Steps } from './steps.js';
import { unsupportedFeatures } from './unsupported-features.js';

/** Emits every kind of package in memory, so that `lint` reports whatever `generate` rejects, and its warnings. */
export async function generationFindings(document: Document): Promise<readonly LintFinding[]> {
  const steps = new Steps(() => undefined);
  const loaded = await Promise.all(builtInKinds.map(builtIn));
  const kinds = loaded.filter((kind) => kind !== undefined);
  try {
    const timeline = timelineOf([{ document, source: document.name }], steps);
    const options = {
      naming: { scope: '@lading' },
      kinds,
      paths: true,
      workspace: false,
      isPrinted: false,
      head: () => [],
    };
    await filesOf(timeline, options, steps);
    return timeline.versions.flatMap(({ api }) => unsupportedFeatures(api, document.name, kinds));
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    const { code, subject, place, remedy } = error.problem;
    return [{ severity: 'error', rule: 'not-generated', place, sentence: `${code}: ${subject}. ${remedy}.` }];
  }
}
