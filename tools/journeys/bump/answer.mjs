/** Answers what a bump asks, by a rule for each kind of question, as a person would who decides without looking at the API. */
import { parse, stringify } from 'yaml';

/**
 * @typedef {object} Question
 * @property {string} kind
 * @property {string} question
 * @property {string} place `request.downgrade, HostConfigInput.Size`
 * @property {readonly string[]} [at] the places of the rules that decide it: `{ schema: HostConfigInput.Size }`
 */

/**
 * Returns the overlay with descriptions, conversion rules and answers.
 *
 * @param {string} overlay
 * @param {{ unwritten: readonly (readonly string[])[], questions: readonly Question[] }} report that of `lading bump --json`
 * @param {Readonly<Record<string, unknown>>} samples a value of each property that a version always has or whose values it lacks, by name
 */
export function answered(overlay, { unwritten, questions }, samples) {
  const content = parse(overlay);
  for (const question of content['x-lading-questions'] ?? [])
    question.answer = 'Read in both documents, and right as it is.';
  const texts = unwritten.map((path) => ({
    ...(isSummary(path)
      ? { target: targetOf(path.slice(0, -1)), update: { summary: 'Get what was added' } }
      : { target: targetOf(path), update: { description: `What ${path.at(-1)} is.` } }),
    description: 'The text of what was added.',
    'x-lading-difference': 'texts',
  }));
  const rules = questions.filter(({ kind }) => kind === 'rule').flatMap((question) => rulesOf(question, samples));
  const [first] = content.actions;
  if (rules.length > 0) first['x-lading-conversion-rules'] = rules;
  content.actions.push(...texts);
  return stringify(content, { lineWidth: 0 });
}

/** @param {readonly string[]} path */
const isSummary = (path) => path[0] === 'paths' && path.length === 4 && path.at(-1) === 'summary';

/** @param {readonly string[]} path of keys; that of a parameter is its name */
function targetOf(path) {
  return path.reduce((target, key, index) => {
    const isParameter = path[index - 1] === 'parameters' && path[index - 2] !== 'components';
    return `${target}[${isParameter ? `?(@.name=='${key}')` : `'${key}'`}]`;
  }, '$');
}

/** @param {Question} question @param {Readonly<Record<string, unknown>>} samples @returns {readonly object[]} one for each place */
function rulesOf({ place, question, at = [] }, samples) {
  const direction = place.slice(0, place.indexOf(','));
  const name = /([^.\s[\]{}]+)[[\]{}]*$/.exec(place)?.[1] ?? '';
  const when = question.includes('not have all of its values') ? { when: { '': 'unknown' } } : {};
  return at.map((text) => {
    const shared = { direction, at: parse(text), description: 'Decided by the kind of the question.' };
    if (shared.at.header === 'Content-Type') return { rule: 'set', ...shared, value: 'application/json' };
    const refusal = { rule: 'refuse', ...shared, ...when, status: 400, message: `${name} needs a newer version` };
    if (question.includes('Is it refused, or')) return refusal;
    if (direction.startsWith('response.') || question.includes('always has it')) {
      return { rule: 'when' in when ? 'set' : 'default', ...shared, ...when, value: samples[name] ?? '' };
    }
    if (question.includes('only the newer version accepts it') && name.length % 2 === 0)
      return { rule: 'drop', ...shared };
    return refusal;
  });
}
