// Sends the requests of a list, in which `{{name.property}}` is a part of an earlier response or a variable of the driver.

import type { CallOptions } from './caller.js';
import { fill, headersOf, variableOf } from './fill.js';
import { pause, type Scene } from './scene.js';
import { tarArchive } from './tar.js';

/**
 * A line is a request `GET /path?query`, `pause MILLISECONDS`, `restart` or `join NAME`. A path is sent without a version if it starts
 * with `!`; `{a,b}` stands for one request each. A request with a body or options is a mapping: its first entry has the request and its
 * JSON.
 */
export type Step = string | Loop | Archive | (RequestOptions & Readonly<Record<string, unknown>>);

interface RequestOptions extends Pick<CallOptions, 'type' | 'upgrade' | 'stdin' | 'inputAfter' | 'leaveAfter'> {
  /** A body that is not JSON: text of the content type `type`, or the archive of that name. */
  readonly text?: string;
  readonly tar?: string;
  /** A value that is an object is sent as base64url. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Who sends the request: the second engine gets it, or the engine itself without a recorder. */
  readonly by?: 'peer' | 'unrecorded';
  /** The names under which later requests find the JSON of the response, or its bytes. */
  readonly keep?: string | readonly string[];
  readonly keepBytes?: string;
  /** The name under which a later step waits for the response. */
  readonly background?: string;
  /** Two values: the request is sent if they are equal. */
  readonly if?: readonly [unknown, unknown];
}

interface Loop {
  readonly for: string;
  /** The items of a list, or `{key, value}` of each entry of a mapping. */
  readonly in: unknown;
  readonly do: readonly Step[];
  /** Whether the items do not wait for each other. */
  readonly together?: boolean;
  /** Two values: the loop ends when they are equal. */
  readonly until?: readonly [unknown, unknown];
}

/** Names an archive. A name that ends with `/` is that of a folder. */
interface Archive {
  readonly archive: string;
  readonly of: Readonly<Record<string, string>>;
}

interface StepsRun {
  readonly scene: Pick<Scene, 'call' | 'peer' | 'unrecorded' | 'restart'>;
  readonly variables: Map<string, unknown>;
  /** The requests in the background. */
  readonly running: Map<string, Promise<unknown>>;
}

export async function runSteps(
  steps: readonly Step[],
  scene: StepsRun['scene'],
  variables: Map<string, unknown>,
  running: StepsRun['running'] = new Map(),
): Promise<void> {
  const run = { scene, variables, running };
  for (const step of steps) {
    if (typeof step !== 'string' && 'for' in step) await runLoop(step as Loop, run);
    else if (typeof step !== 'string' && 'archive' in step) {
      const { archive, of } = step as Archive;
      const files = Object.entries(of).map(([name, data]) =>
        name.endsWith('/')
          ? { name: name.slice(0, -1), folder: true }
          : { name, data: filled(data, variables) as string },
      );
      variables.set(archive, await tarArchive(files));
    } else {
      const [line = '', json] = typeof step === 'string' ? [step] : (Object.entries(step)[0] ?? []);
      const [word = '', rest = ''] = line.split(' ', 2);
      if (word === 'pause') await pause(Number(rest));
      else if (word === 'restart') await scene.restart();
      else if (word === 'join') await running.get(rest);
      else await runRequest(line, json, typeof step === 'string' ? {} : step, run);
    }
  }
}

async function runLoop(loop: Loop, { scene, variables, running }: StepsRun): Promise<void> {
  const among = filled(loop.in, variables) ?? [];
  const items = Array.isArray(among)
    ? among
    : Object.entries(among).map(([key, value]) => ({ key, value: value as unknown }));
  const run = (item: unknown, own: Map<string, unknown>): Promise<void> =>
    runSteps(loop.do, scene, own.set(loop.for, item), running);
  if (loop.together === true) await Promise.all(items.map((item) => run(item, new Map(variables))));
  else
    for (const item of items) {
      await run(item, variables);
      if (loop.until && areEqual(loop.until, variables)) break;
    }
}

async function runRequest(line: string, json: unknown, step: RequestOptions, run: StepsRun): Promise<void> {
  const { scene, variables, running } = run;
  if (step.if && !areEqual(step.if, variables)) return;
  const [, method = '', target = ''] = /^(\S+) (.*)$/.exec(filled(line, variables, 'text') as string) ?? [];
  const { text, tar = '', type, headers, upgrade, stdin, inputAfter, leaveAfter } = step;
  const named = variables.get(tar) as Buffer | (() => Promise<Buffer>) | undefined;
  const archive = typeof named === 'function' ? await named() : named;
  const options: CallOptions = {
    upgrade,
    stdin,
    inputAfter,
    leaveAfter,
    json: json === null ? undefined : filled(json, variables),
    body: text ?? archive,
    type: type ?? (archive && 'application/x-tar'),
    headers: headers && headersOf(filled(headers, variables) as typeof headers),
  };
  const send = step.by === undefined ? scene.call : scene[step.by];
  for (const path of expand(target)) {
    const sent = send(method, encoded(path), options);
    if (step.background !== undefined) running.set(step.background, sent);
    else {
      const response = await sent;
      for (const name of [step.keep ?? []].flat()) variables.set(filled(name, variables) as string, response.json);
      if (step.keepBytes !== undefined) variables.set(step.keepBytes, response.bytes);
    }
  }
}

/** One path for each alternative of `{a,b}`. What is in braces with quotes is JSON. */
function expand(path: string): readonly string[] {
  const [all, alternatives] = /\{([^{}"]*,[^{}"]*)\}/.exec(path) ?? [];
  return all === undefined || alternatives === undefined
    ? [path]
    : alternatives.split(',').map((one) => path.replace(all, one));
}

/** Encodes the values of a query that a URL cannot contain. */
const encoded = (path: string): string =>
  path.replaceAll(/(?<=[?&][^=&]*=)[^&]*[{}["\s][^&]*/g, (value) => encodeURIComponent(value));

const areEqual = ([one, other]: readonly [unknown, unknown], variables: Map<string, unknown>): boolean =>
  filled(one, variables) === filled(other, variables);

/** What an earlier request failed to create is `missing` in a text. */
const filled = (value: unknown, variables: Map<string, unknown>, as?: 'text'): unknown =>
  fill(value, variableOf(variables), as);
