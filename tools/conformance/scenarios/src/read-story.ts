/** A file → a story. */
import { parse } from 'yaml';
import { StoryError } from './story-error.js';
import { needs, type Gaps, type Need, type Step, type Story, type Wanted } from './story.js';

type Members = Readonly<Record<string, unknown>>;

const storyKeys = ['story', 'proves', 'needs', 'versions', 'steps', 'finally'];
const stepKeys = [
  ...['when', 'send', 'bare', 'query', 'headers', 'json', 'text', 'tar', 'upgrade', 'stdin', 'leave', 'background'],
  ...['join', 'within', 'then', 'at', 'keep'],
];
const wantedKeys = ['status', 'headers', 'json', 'items', 'text', 'stdout', 'stderr', 'tar', 'takes', 'gaps'];

/** @param name where it stands below the folder of stories, without the ending */
export function readStory(name: string, content: string): Story {
  const root = members(parse(content), name, 'story');
  only(root, storyKeys, name, 'story');
  const steps = list(root['steps']).map((step, index) => stepOf(step, name, `step ${index + 1}`));
  if (steps.length === 0) throw new StoryError(name, 'steps', 'a story has at least one step');
  const versions = root['versions'] === undefined ? undefined : list(root['versions']).map(String);
  return {
    name,
    story: string(root['story'], name, 'story'),
    proves: list(root['proves']).map(String),
    needs: list(root['needs']).map((need) => needOf(need, name)),
    ...(versions && { versions }),
    steps,
    finally: list(root['finally']).map((step, index) =>
      stepOf(typeof step === 'string' ? { when: 'cleaning up', send: step } : step, name, `finally ${index + 1}`),
    ),
  };
}

function stepOf(value: unknown, file: string, place: string): Step {
  const step = members(value, file, place);
  only(step, stepKeys, file, place);
  const send = step['send'];
  if (send === undefined && step['join'] === undefined)
    throw new StoryError(file, place, 'a step sends something or joins what was sent');
  if (send !== undefined && !/^[A-Z]+ \//.test(String(send)))
    throw new StoryError(file, place, `'send' reads 'GET /path', not '${String(send)}'`);
  return {
    when: string(step['when'], file, place),
    ...(send !== undefined && { send: String(send) }),
    bare: step['bare'] === true,
    query: optional(step['query'], file, place),
    headers: optional(step['headers'], file, place),
    ...('json' in step && { json: step['json'] }),
    ...(step['text'] !== undefined && { text: String(step['text']) }),
    ...(step['tar'] !== undefined && { tar: strings(step['tar'], file, place) }),
    ...(step['upgrade'] !== undefined && { upgrade: String(step['upgrade']) }),
    ...(step['stdin'] !== undefined && { stdin: String(step['stdin']) }),
    leave: numbers(step['leave'], file, place),
    ...(step['background'] !== undefined && { background: String(step['background']) }),
    ...(step['join'] !== undefined && { join: String(step['join']) }),
    ...(step['within'] !== undefined && { within: Number(step['within']) }),
    then: wantedOf(step['then'], file, place),
    at: Object.fromEntries(
      Object.entries(optional(step['at'], file, place)).map(([version, wanted]) => [
        version,
        wantedOf(wanted, file, `${place} at ${version}`),
      ]),
    ),
    keep: strings(step['keep'], file, place),
  };
}

function wantedOf(value: unknown, file: string, place: string): Wanted {
  if (value === undefined) return {};
  if (typeof value === 'number' || Array.isArray(value)) return { status: list(value).map(Number) };
  const wanted = members(value, file, place);
  only(wanted, wantedKeys, file, `${place}, then`);
  const { status, items, tar, headers, takes, gaps, ...rest } = wanted;
  return {
    ...rest,
    ...(headers !== undefined && { headers: members(headers, file, place) }),
    ...(status !== undefined && { status: list(status).map(Number) }),
    ...(items !== undefined && { items: list(items) }),
    ...(tar !== undefined && { tar: list(tar).map(String) }),
    ...(takes !== undefined && { takes: numbers(takes, file, `${place}, takes`) }),
    ...(gaps !== undefined && { gaps: gapsOf(gaps, file, `${place}, gaps`) }),
  };
}

function gapsOf(value: unknown, file: string, place: string): Gaps {
  const gaps = members(value, file, place);
  only(gaps, ['from', 'to', 'atLeast', 'atMost'], file, place);
  const { from, to, atLeast, atMost } = gaps;
  return { from, to, atLeast: list(atLeast).map(Number), atMost: list(atMost).map(Number) };
}

function needOf(value: unknown, file: string): Need {
  const found = needs.find((need) => need === value);
  if (found === undefined) throw new StoryError(file, 'needs', `'${String(value)}' is none of ${needs.join(', ')}`);
  return found;
}

function only(value: Members, keys: readonly string[], file: string, place: string): void {
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new StoryError(file, place, `'${unknown}' is none of ${keys.join(', ')}`);
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

function string(value: unknown, file: string, place: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new StoryError(file, place, 'says nothing of what happens');
}

function members(value: unknown, file: string, place: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new StoryError(file, place, 'is no mapping');
}

function optional(value: unknown, file: string, place: string): Members {
  return value === undefined ? {} : members(value, file, place);
}

function strings(value: unknown, file: string, place: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(optional(value, file, place)).map(([key, one]) => [key, String(one)]));
}

function numbers(value: unknown, file: string, place: string): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(optional(value, file, place)).map(([key, one]) => [key, Number(one)]));
}
