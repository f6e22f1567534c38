/** Answers what a bump asks, by a rule for each kind of question, as a person would who decides without looking at the API. */
import { parse, stringify } from 'yaml';

/**
 * The report of `lading bump --json`, as far as it is used.
 *
 * @typedef {object} Report
 * @property {readonly (readonly string[])[]} unwritten
 * @property {readonly Question[]} questions
 */

/**
 * @typedef {object} Question
 * @property {string} kind
 * @property {string} question
 * @property {string} place `request.downgrade, body HostConfig.Size`
 * @property {readonly string[]} operations
 * @property {Readonly<Record<string, string>>} [at]
 */

/**
 * Returns the overlay with descriptions, conversion rules and answers.
 *
 * @param {string} overlay
 * @param {Report} report
 * @param {Readonly<Record<string, unknown>>} samples a value of each property that a version always has or whose values it lacks, by name
 */
export function answered(overlay, { unwritten, questions }, samples) {
  const content = parse(overlay);
  for (const question of content['x-lading-questions'] ?? [])
    question.answer = 'Read in both documents, and right as it is.';
  const texts = unwritten.map((path) => ({
    target: targetOf(path),
    description: 'The text of what was added.',
    update: { description: `What ${path.at(-1)} is.` },
    'x-lading-difference': 'texts',
  }));
  const rules = questions.filter(({ kind }) => kind === 'rule').map((question) => ruleOf(question, samples));
  const [first] = content.actions;
  if (rules.length > 0) first['x-lading-conversion-rules'] = rules;
  content.actions.push(...texts);
  return stringify(content, { lineWidth: 0 });
}

/** @param {readonly string[]} path of keys; that of a parameter is its name */
function targetOf(path) {
  return path.reduce((target, key, index) => {
    const isParameter = path[index - 1] === 'parameters' && path[index - 2] !== 'components';
    return `${target}[${isParameter ? `?(@.name=='${key}')` : `'${key}'`}]`;
  }, '$');
}

/** @param {Question} question @param {Readonly<Record<string, unknown>>} samples */
function ruleOf({ place, question, operations, at = {} }, samples) {
  const direction = place.slice(0, place.indexOf(','));
  const name = /([^.\s[\]{}]+)[[\]{}]*$/.exec(place)?.[1] ?? '';
  const shared = { direction, at: { operations, ...at }, description: 'Decided by the kind of the question.' };
  if (at['header'] === 'Content-Type') return { rule: 'set', ...shared, value: 'application/json' };
  const when = question.includes('not have all of its values') ? { when: { '': 'unknown' } } : {};
  if (direction.startsWith('response.') || question.includes('always has it')) {
    return { rule: 'when' in when ? 'set' : 'default', ...shared, ...when, value: samples[name] ?? '' };
  }
  if (question.includes('only the newer version accepts it') && name.length % 2 === 0)
    return { rule: 'drop', ...shared, warning: `${name} is not known.` };
  return { rule: 'refuse', ...shared, ...when, status: 400, message: `${name} needs a newer version` };
}
