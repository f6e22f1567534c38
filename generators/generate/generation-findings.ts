/** What generation from a document finds: its error, or its warnings. */
import type { Document } from '../document/index.js';
import type { LintFinding } from '../lint/index.js';
import { LadingError } from '../diagnostics/index.js';
import { builtInEmitter, builtInEmitters } from './built-in-emitters.js';
import { timelineOf } from './pipeline/index.js';
import { Steps } from './steps.js';
import { unsupportedFeatures } from './unsupported-features.js';

/**
 * Returns what `generate` rejects, and its warnings for every built-in emitter. Normalization is the last step that rejects a
 * document: what an emitter reads is right, so that nothing is emitted here.
 */
export async function generationFindings(document: Document): Promise<readonly LintFinding[]> {
  const loaded = await Promise.all(builtInEmitters.map(builtInEmitter));
  const emitters = loaded.filter((emitter) => emitter !== undefined);
  try {
    const timeline = timelineOf([{ document, source: document.name }], new Steps(() => undefined));
    return timeline.versions.flatMap(({ api }) => unsupportedFeatures(api, document.name, emitters));
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    const { code, subject, place, remedy } = error.problem;
    return [{ severity: 'error', rule: 'not-generated', place, sentence: `${code}: ${subject}. ${remedy}.` }];
  }
}
