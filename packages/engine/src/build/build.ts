/** Builds an image from an archive with a Dockerfile, one layer for each instruction, without a cache. */
import { BadRequest, HttpError, NotImplemented, type HandlersV144 } from '@lading/server';
import type { BuildInfo, ImageBuildQuery, ImageConfig } from '@lading/types-v1.44';
import { MemoryTree } from '../filesystem/memory-tree.js';
import { nameOf, resolvePath } from '../filesystem/paths.js';
import { entriesOf } from '../filesystem/tar.js';
import type { ImageHandlerContext } from '../images/image-handler-context.js';
import type { ImageRecord } from '../images/image-record.js';
import type { ContainerRuntime } from '../ports/container-runtime.js';
import type { FileTree, TreeEntry } from '../ports/filesystem.js';
import { endedInput } from '../streams/input.js';
import { configWith } from './changes.js';
import { healthcheckOf } from './healthcheck.js';

type Build = NonNullable<NonNullable<HandlersV144['image']>['build']>;

interface BuildState {
  readonly files: FileTree;
  readonly config: Partial<ImageConfig>;
  readonly parent: ImageRecord | undefined;
  /** The final states of the previous stages, by name. */
  readonly stages: ReadonlyMap<string, BuildState>;
  /** The name of the current stage. */
  readonly stage: string;
  /** The build arguments of the request. */
  readonly given: Readonly<Record<string, string | null>>;
  /** The arguments that the stage has declared with `ARG`. */
  readonly args: ReadonlyMap<string, string>;
}

const initialState: BuildState = {
  files: new MemoryTree(),
  config: {},
  parent: undefined,
  stages: new Map(),
  stage: '',
  given: {},
  args: new Map(),
};

export function build(engine: ImageHandlerContext): Build {
  return async function* ({ query, body }) {
    if (query.version === '2') throw new NotImplemented('this engine has the classic builder only');
    const context = MemoryTree.of(await entriesOf(body));
    const steps = parseDockerfile(context, query.dockerfile || 'Dockerfile');
    const quiet = query.q === true;
    const { target = '' } = query;
    let state: BuildState = { ...initialState, given: query.buildargs ?? {} };
    for (const [index, { word, rest }] of steps.entries()) {
      // Stages after the target are not built.
      if (word === 'FROM' && target !== '' && state.stage === target) break;
      if (!quiet) yield { stream: `Step ${index + 1}/${steps.length} : ${word} ${rest}\n` };
      const output: string[] = [];
      state = await applyInstruction(engine, state, word, rest, context, output);
      for (const stream of output) if (!quiet) yield { stream };
    }
    yield* finishBuild(engine, state, query);
  };
}

function* finishBuild(
  engine: ImageHandlerContext,
  state: BuildState,
  { t = [], labels, q }: ImageBuildQuery,
): Generator<BuildInfo> {
  const config = { ...state.config, Labels: { ...state.config.Labels, ...labels } };
  const image = engine.images.add({ files: state.files, parent: state.parent, config, createdBy: 'build' });
  yield { aux: { ID: image.id } };
  yield { stream: q === true ? `${image.id}\n` : `Successfully built ${image.id.slice(7, 19)}\n` };
  for (const name of t) yield { stream: `Successfully tagged ${engine.images.tag(image, name)}\n` };
}

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** Parses the Dockerfile. @throws BadRequest for an invalid instruction, before any instruction runs */
function parseDockerfile(context: FileTree, name: string): Instruction[] {
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
    if (word !== '') steps.push(validInstruction({ word: word.toUpperCase(), rest }, start));
  }
  return steps;
}

function validInstruction(step: Instruction, line: number): Instruction {
  try {
    if (step.word === 'HEALTHCHECK') healthcheckOf(step.rest);
    return step;
  } catch (error) {
    throw error instanceof BadRequest
      ? new BadRequest(`dockerfile parse error on line ${line}: ${error.message}`)
      : error;
  }
}

/** The instructions whose arguments a shell reads, which expands variables itself. */
const shellInstructions: ReadonlySet<string> = new Set(['RUN', 'CMD', 'ENTRYPOINT', 'HEALTHCHECK']);

async function applyInstruction(
  engine: ImageHandlerContext,
  state: BuildState,
  word: string,
  unexpanded: string,
  context: FileTree,
  output: string[],
): Promise<BuildState> {
  const { given, args } = state;
  const rest = shellInstructions.has(word) ? unexpanded : expandArguments(unexpanded, args);
  switch (word) {
    case 'ARG': {
      const [, name = '', defaultValue] = /^(\w+)(?:=(.*))?$/.exec(rest) ?? [];
      const value = given[name] ?? defaultValue;
      return value === undefined ? state : { ...state, args: new Map([...args, [name, value]]) };
    }
    case 'FROM': {
      const [name = '', , stage = ''] = rest.split(/\s+/);
      const stages = new Map([...state.stages, [state.stage, state]]);
      const previousStage = stages.get(name);
      if (previousStage !== undefined) return { ...previousStage, stages, stage, args };
      if (name === 'scratch') return { ...initialState, stages, stage, given, args };
      const parent = engine.images.find(name);
      return { files: engine.images.files(parent), config: parent.config, parent, stages, stage, given, args };
    }
    case 'RUN':
      return run(engine.ports.runtime, state, rest, output);
    case 'ADD':
    case 'COPY':
      return copyFiles(state, rest, context);
    default:
      return { ...state, config: configWith(state.config, [`${word} ${rest}`]) };
  }
}

function expandArguments(text: string, args: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (all, a?: string, b?: string) => args.get(a ?? b ?? '') ?? all);
}

async function run(
  runtime: ContainerRuntime,
  state: BuildState,
  script: string,
  output: string[],
): Promise<BuildState> {
  const files = copyOf(state.files);
  const { exited } = runtime.start({
    command: ['/bin/sh', '-c', script],
    environment: [...[...state.args].map((arg) => arg.join('=')), ...(state.config.Env ?? [])],
    files,
    folder: state.config.WorkingDir ?? '',
    user: '',
    hostname: 'build',
    hasTerminal: false,
    input: endedInput(),
    write: (_stream, data) => void output.push(Buffer.from(data).toString()),
  });
  const exitCode = await exited;
  if (exitCode === 0) return { ...state, files };
  // The status has been sent by then: the last item reports the error, with the exit code in its details.
  const message = `The command '/bin/sh -c ${script}' returned a non-zero code: ${exitCode}`;
  throw Object.assign(new HttpError(500, message), { detail: exitCode });
}

/** Copies a file to the target path or into the target folder; of a folder, copies the content. */
function copyFiles(state: BuildState, rest: string, context: FileTree): BuildState {
  const words = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
  const stage = /--from=(\S+)/.exec(rest)?.[1];
  const from = stage === undefined ? context : state.stages.get(stage)?.files;
  if (from === undefined) throw new BadRequest(`invalid from flag value ${stage}`);
  const destination = words.pop() ?? '/';
  const target = resolvePath(destination, state.config.WorkingDir || '/');
  const files = copyOf(state.files);
  for (const word of words) {
    const source = resolvePath(word);
    const entry = from.get(source);
    if (entry === undefined)
      throw new BadRequest(`COPY failed: file not found in build context: stat ${word}: file does not exist`);
    const isIntoFolder = entry.kind !== 'folder' && (destination.endsWith('/') || files.get(target)?.kind === 'folder');
    const targetPath = isIntoFolder ? resolvePath(nameOf(source), target) : target;
    for (const [path, each] of from.below(source))
      put(files, resolvePath(`.${path.slice(source === '/' ? 0 : source.length)}`, targetPath), each);
  }
  return { ...state, files };
}

function put(files: FileTree, path: string, entry: TreeEntry): void {
  if (entry.kind !== 'folder' || files.get(path)?.kind !== 'folder') files.put(path, entry);
}

/** Returns a tree that can be changed without a change of the other one. */
function copyOf(files: FileTree): FileTree {
  return new MemoryTree(files);
}
