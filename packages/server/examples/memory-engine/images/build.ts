/** An image from an archive with a Dockerfile: one layer for each instruction, and no cache. */
import { BadRequest, HttpError, NotImplemented, type HandlersV144 } from '@lading/server';
import type { BuildInfo, ImageBuildQuery, ImageConfig } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import { FileTree, type Entry } from '../files/file-tree.js';
import { resolvePath, nameOf } from '../files/paths.js';
import { entriesOf } from '../files/tar.js';
import { Input } from '../processes/input.js';
import { Process } from '../processes/process.js';
import { configWith } from './changes.js';
import { healthcheckOf } from './healthcheck.js';
import type { Image } from './image.js';

type Build = NonNullable<NonNullable<HandlersV144['image']>['build']>;

interface State {
  readonly files: FileTree;
  readonly config: Partial<ImageConfig>;
  readonly parent: Image | undefined;
  /** What the stages before have come to, and the name of this one. */
  readonly stages: ReadonlyMap<string, State>;
  readonly stage: string;
  /** What the client gives, and what of it the stage knows by `ARG`. */
  readonly given: Readonly<Record<string, string | null>>;
  readonly args: ReadonlyMap<string, string>;
}

const nothing: State = {
  files: new FileTree(),
  config: {},
  parent: undefined,
  stages: new Map(),
  stage: '',
  given: {},
  args: new Map(),
};

export function build(engine: Engine): Build {
  return async function* ({ query, body }) {
    if (query.version === '2') throw new NotImplemented('this engine has the classic builder only');
    const context = new FileTree(await entriesOf(body));
    const steps = stepsOf(context, query.dockerfile || 'Dockerfile');
    const quiet = query.q === true;
    const { target = '' } = query;
    let state: State = { ...nothing, given: query.buildargs ?? {} };
    for (const [index, { word, rest }] of steps.entries()) {
      // What comes behind the wanted stage is not built.
      if (word === 'FROM' && target !== '' && state.stage === target) break;
      if (!quiet) yield { stream: `Step ${index + 1}/${steps.length} : ${word} ${rest}\n` };
      const output: string[] = [];
      state = await changed(engine, state, word, rest, context, output);
      for (const stream of output) if (!quiet) yield { stream };
    }
    yield* finished(engine, state, query);
  };
}

function* finished(engine: Engine, state: State, { t = [], labels, q }: ImageBuildQuery): Generator<BuildInfo> {
  const config = { ...state.config, Labels: { ...state.config.Labels, ...labels } };
  const image = engine.images.add({ files: state.files, parent: state.parent, config, by: 'build' });
  yield { aux: { ID: image.id } };
  yield { stream: q === true ? `${image.id}\n` : `Successfully built ${image.id.slice(7, 19)}\n` };
  for (const name of t) yield { stream: `Successfully tagged ${engine.images.tag(image, name)}\n` };
}

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** @throws BadRequest for an instruction that cannot be read, before any is carried out */
function stepsOf(context: FileTree, name: string): Instruction[] {
  const file = context.get(resolvePath(name));
  if (file?.kind !== 'file') throw new BadRequest(`Cannot locate specified Dockerfile: ${name}`);
  const steps: Instruction[] = [];
  let text = '';
  let start = 0;
  for (const [index, line] of file.data.toString().split(/\r?\n/).entries()) {
    if (/^\s*#/.test(line)) continue;
    if (text === '') start = index + 1;
    text += line.replace(/\\\s*$/, ' ');
    if (/\\\s*$/.test(line)) continue;
    const [, word = '', rest = ''] = /^\s*(\w+)\s*([^]*?)\s*$/.exec(text) ?? [];
    text = '';
    if (word !== '') steps.push(readable({ word: word.toUpperCase(), rest }, start));
  }
  return steps;
}

function readable(step: Instruction, line: number): Instruction {
  try {
    if (step.word === 'HEALTHCHECK') healthcheckOf(step.rest);
    return step;
  } catch (error) {
    throw error instanceof BadRequest
      ? new BadRequest(`dockerfile parse error on line ${line}: ${error.message}`)
      : error;
  }
}

/** Those whose text is for a shell, which fills in variables by itself. */
const shellWords: ReadonlySet<string> = new Set(['RUN', 'CMD', 'ENTRYPOINT', 'HEALTHCHECK']);

async function changed(
  engine: Engine,
  state: State,
  word: string,
  written: string,
  context: FileTree,
  output: string[],
): Promise<State> {
  const { given, args } = state;
  const rest = shellWords.has(word) ? written : filled(written, args);
  switch (word) {
    case 'ARG': {
      const [, name = '', usual] = /^(\w+)(?:=(.*))?$/.exec(rest) ?? [];
      const value = given[name] ?? usual;
      return value === undefined ? state : { ...state, args: new Map([...args, [name, value]]) };
    }
    case 'FROM': {
      const [name = '', , stage = ''] = rest.split(/\s+/);
      const stages = new Map([...state.stages, [state.stage, state]]);
      const before = stages.get(name);
      if (before !== undefined) return { ...before, stages, stage, args };
      if (name === 'scratch') return { ...nothing, stages, stage, given, args };
      const parent = engine.images.find(name);
      return { files: parent.files, config: parent.config, parent, stages, stage, given, args };
    }
    case 'RUN':
      return run(state, rest, output);
    case 'ADD':
    case 'COPY':
      return copied(state, rest, context);
    default:
      return { ...state, config: configWith(state.config, [`${word} ${rest}`]) };
  }
}

function filled(text: string, args: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (all, a?: string, b?: string) => args.get(a ?? b ?? '') ?? all);
}

async function run(state: State, script: string, output: string[]): Promise<State> {
  const files = state.files.copy();
  const input = new Input();
  input.end();
  const { exited } = new Process({
    arguments: ['/bin/sh', '-c', script],
    environment: [...[...state.args].map((arg) => arg.join('=')), ...(state.config.Env ?? [])],
    files,
    folder: state.config.WorkingDir ?? '',
    user: '',
    hostname: 'build',
    tty: false,
    input,
    write: (_stream, data) => void output.push(Buffer.from(data).toString()),
  });
  const detail = await exited;
  if (detail === 0) return { ...state, files };
  // The status is out by then: it is told as the last item, with the exit code in its details.
  const message = `The command '/bin/sh -c ${script}' returned a non-zero code: ${detail}`;
  throw Object.assign(new HttpError(500, message), { detail });
}

/** A file takes the name that is said, or goes into the folder that is; of a folder goes what is in it. */
function copied(state: State, rest: string, context: FileTree): State {
  const words = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
  const stage = /--from=(\S+)/.exec(rest)?.[1];
  const from = stage === undefined ? context : state.stages.get(stage)?.files;
  if (from === undefined) throw new BadRequest(`invalid from flag value ${stage}`);
  const said = words.pop() ?? '/';
  const target = resolvePath(said, state.config.WorkingDir || '/');
  const files = state.files.copy();
  for (const word of words) {
    const source = resolvePath(word);
    const entry = from.get(source);
    if (entry === undefined)
      throw new BadRequest(`COPY failed: file not found in build context: stat ${word}: file does not exist`);
    const isInto = entry.kind !== 'folder' && (said.endsWith('/') || files.get(target)?.kind === 'folder');
    const place = isInto ? resolvePath(nameOf(source), target) : target;
    for (const [path, each] of from.below(source))
      put(files, resolvePath(`.${path.slice(source === '/' ? 0 : source.length)}`, place), each);
  }
  return { ...state, files };
}

function put(files: FileTree, path: string, entry: Entry): void {
  if (entry.kind === 'folder') files.makeFolder(path);
  else files.put(path, entry);
}
