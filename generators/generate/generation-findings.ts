/** What generation from a document finds: its error, or its warnings. */
import type { Document } from '../document/index.js';
import type { LintFinding } from '../lint/index.js';
import { LadingError } from '../diagnostics/index.js';
import { builtInEmitter, builtInEmitters } from './built-in-emitters.js';
import { filesOf, timelineOf } from './pipeline/index.js';
import { Steps } from './steps.js';
import { unsupportedFeatures } from './unsupported-features.js';

/** Emits the packages of every built-in emitter in memory, so that `lint` reports whatever `generate` rejects, and its warnings. */
export async function generationFindings(document: Document): Promise<readonly LintFinding[]> {
  const steps = new Steps(() => undefined);
  const loaded = await Promise.all(builtInEmitters.map(builtInEmitter));
  const emitters = loaded.filter((emitter) => emitter !== undefined);
  try {
    const timeline = timelineOf([{ document, source: document.name }], steps);
    const options = {
      naming: { scope: '@lading' },
      emitters,
      options: { types: { paths: true } },
      workspace: false,
      isPrinted: false,
      head: () => [],
    };
    await filesOf(timeline, options, steps);
    return timeline.versions.flatMap(({ api }) => unsupportedFeatures(api, document.name, emitters));
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    const { code, subject, place, remedy } = error.problem;
    return [{ severity: 'error', rule: 'not-generated', place, sentence: `${code}: ${subject}. ${remedy}.` }];
  }
}
