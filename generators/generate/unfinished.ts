/** What a bump has left to a person: texts that are missing, and questions without an answer. */
import { get, isArray, isObject, type Json } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import type { LintFinding } from '../lint/index.js';
import type { VersionDocument } from '../overlay/index.js';
import { isMissingSummary, missingDescriptions, openQuestionsKey } from '../port-changes/index.js';

/**
 * Returns what is unfinished in the overlays of a specification: each part that the version adds to the one that it extends and
 * that has no description, each new operation without a summary, and each of the questions in its file.
 *
 * @throws OVERLAY_STRUCTURE if the questions have another form
 */
export function unfinishedOf(versions: readonly VersionDocument[]): readonly LintFinding[] {
  return versions.flatMap(({ document, overlay, extends: base }): readonly LintFinding[] => {
    const extended = versions.find((other) => other.document.version === base)?.document;
    if (overlay === undefined || extended === undefined) return [];
    const { file, content } = overlay;
    const missing = missingDescriptions(extended.root, document.root).map((path) => ({
      rule: 'description-missing',
      place: file,
      sentence: `${missingText(path)}. Write one in the overlay, in your own words.`,
    }));
    const open = questionsIn(file, isObject(content) ? get(content, openQuestionsKey) : undefined).map(
      ([index, question]) => ({
        rule: 'question-open',
        place: `${file}#/${openQuestionsKey}/${index}`,
        sentence: `${question} Edit the overlay accordingly, then write the "answer" beside the question, or remove it.`,
      }),
    );
    return [...missing, ...open].map((finding) => ({ severity: 'warning', ...finding }));
  });
}

function missingText(path: readonly string[]): string {
  return isMissingSummary(path)
    ? `${path.slice(0, -1).join(' ')} has no summary`
    : `${path.join(' ')} has no description`;
}

/** Returns the questions without an answer, with their positions. */
function questionsIn(file: string, list: Json | undefined): readonly (readonly [index: number, question: string])[] {
  if (list === undefined) return [];
  const place = `${file}#/${openQuestionsKey}`;
  if (!isArray(list)) throw wrong(place);
  return list.flatMap((entry, index) => {
    const [question, answer, places] = ['question', 'answer', 'places'].map((key) =>
      isObject(entry) ? get(entry, key) : undefined,
    );
    if (typeof question !== 'string') throw wrong(`${place}/${index}`);
    if (typeof answer === 'string' && answer.trim() !== '') return [];
    const listed = isArray(places) && places.length > 0 ? ` (${places.join(', ')})` : '';
    return [[index, `${question}${listed}`] as const];
  });
}

function wrong(place: string): LadingError {
  return new LadingError({
    code: 'OVERLAY_STRUCTURE',
    subject: 'Expected an array of questions, each an object { "kind", "question", "places", "answer" }',
    place,
    remedy: 'Restore the form in which lading bump wrote it',
  });
}
