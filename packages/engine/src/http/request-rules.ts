/** Rejects requests in the words of engines where the contract has its own: these rules are checked before it. */
import { randomBytes } from 'node:crypto';
import { BadRequest, ServerError, Unavailable, type Call } from '@lading/server-v1.44';
import { isBoolean } from '../values/filters.js';
import { parseJson } from '../values/parse-json.js';
import { noManager } from '../objects/networks/network-service.js';
import { requireValidName, validateOptions } from '../objects/volumes/volume-service.js';

type ObjectBody = Readonly<Record<string, unknown>>;
type BodyRule = (body: ObjectBody) => void;
/**
 * @param text returns the first value of a parameter, which is empty if it is not given
 * @param minor 44 for the version 1.44
 * @param all returns all values of a parameter
 */
type QueryRule = (text: (name: string) => string, minor: number, all: (name: string) => string[]) => void;
type Problem = new (message: string) => Error;

type DriverOptions = Readonly<Record<string, string>> | null;

export const noClusterVolumes = 'volume update only valid for cluster volumes, but swarm is unavailable';

const bodyRules: Readonly<Record<string, BodyRule>> = {
  ContainerExec({ Cmd }) {
    if (Cmd === undefined || Cmd === null || (Array.isArray(Cmd) && Cmd.length === 0))
      throw new BadRequest('No exec command specified');
  },
  NetworkConnect: requireContainer,
  NetworkDisconnect: requireContainer,
  VolumeCreate({ Name, Driver, DriverOpts, ClusterVolumeSpec }) {
    const isLocal = Driver === undefined || Driver === null || Driver === '' || Driver === 'local';
    if (isLocal && typeof Name === 'string' && Name !== '') requireValidName(Name);
    // A volume without a name has one before its options are read.
    if (isLocal)
      validateOptions(String(Name || randomBytes(32).toString('hex')), (DriverOpts ?? null) as DriverOptions);
    if (ClusterVolumeSpec !== undefined && ClusterVolumeSpec !== null) throw new Unavailable(noManager);
  },
};

const updateRule: QueryRule = () => {
  throw new Unavailable(noClusterVolumes);
};

/** Before 1.42 there is this limit. @throws BadRequest */
export function rejectKernelMemory({ KernelMemory }: ObjectBody): void {
  if (Number(KernelMemory) > 0 && Number(KernelMemory) < 6 * 2 ** 20)
    throw new BadRequest('Minimum kernel memory limit allowed is 6MB');
}

function requireContainer({ Container }: ObjectBody): void {
  if (!Container) throw new BadRequest('invalid name or ID supplied: ""');
}

/** Values of parameters that a client must give as numbers: the version of what it updates. */
const version =
  (kind: string): QueryRule =>
  (text) => {
    const given = text('version');
    const isNumber = /^\d+$/.test(given);
    if (isNumber && BigInt(given) < 2n ** 64n) return;
    const problem = isNumber ? 'value out of range' : 'invalid syntax';
    throw new BadRequest(
      kind === 'config' || kind === 'secret'
        ? `invalid ${kind} version`
        : `invalid ${kind} version '${given}': strconv.ParseUint: parsing ${JSON.stringify(given)}: ${problem}`,
    );
  };

const queryRules: Readonly<Record<string, QueryRule>> = {
  ContainerList: integer('limit', ServerError),
  ContainerStop: integer('t', ServerError),
  ContainerRestart: integer('t', ServerError),
  ContainerWait(text) {
    throw new BadRequest(`invalid condition: ${JSON.stringify(text('condition'))}`);
  },
  ContainerRename() {
    throw new BadRequest('Neither old nor new names may be empty');
  },
  ContainerResize: size,
  ExecResize: size,
  ContainerArchive: requirePath,
  ContainerArchiveInfo: requirePath,
  ContainerPutArchive: requirePath,
  ImageSearch(text) {
    const limit = text('limit');
    const problem = limit === '' ? undefined : integerProblem(limit);
    if (problem !== undefined) throw new BadRequest(`invalid limit specified: ${problem}`);
    if (Number(limit) > 100) throw new BadRequest(`limit ${limit} is outside the range of [1, 100]`);
  },
  ImageBuild(text) {
    for (const [name, what] of buildValues) {
      try {
        parseJson(text(name) || 'null');
      } catch (error) {
        throw new BadRequest(`${what}: ${(error as Error).message}`);
      }
    }
    if (integerProblem(text('shmsize') || '0') !== undefined)
      throw new ServerError(`strconv.ParseInt: parsing ${JSON.stringify(text('shmsize'))}: invalid syntax`);
    if (!/^[12]?$/.test(text('version'))) throw new BadRequest(`invalid version ${JSON.stringify(text('version'))}`);
    if (!/^(|default|process|hyperv)$/.test(text('isolation')))
      throw new BadRequest(`unsupported isolation: ${JSON.stringify(text('isolation'))}`);
  },
  BuildPrune(text) {
    const limit = text('keep-storage');
    const problem = limit === '' ? undefined : integerProblem(limit);
    if (problem !== undefined)
      throw new BadRequest(`keep-storage is in bytes and expects an integer, got ${limit}: ${problem}`);
    const filters = filtersOf(text('filters')) ?? {};
    if ('until' in filters && 'unused-for' in filters)
      throw new BadRequest('failed to prune build cache: conflicting filters: "until" and "unused-for"');
    for (const [name, values] of Object.entries(filters)) {
      if (!cacheFilters.has(name)) throw new BadRequest(`failed to prune build cache: invalid filter '${name}'`);
      if (Object.keys(values as object).length > 1)
        throw new BadRequest('failed to prune build cache: filters expect only one value');
    }
  },
  ConfigUpdate: version('config'),
  NodeUpdate: version('node'),
  SecretUpdate: version('secret'),
  ServiceLogs: taskLogs,
  TaskLogs: taskLogs,
  ServiceUpdate(text, ...others) {
    version('service')(text, ...others);
    if (!/^(spec|previous-spec|)$/.test(text('registryAuthFrom')))
      throw new ServerError('unsupported registryAuthFrom value');
    if (!/^(previous|none|)$/.test(text('rollback')))
      throw new ServerError(`unrecognized rollback option ${text('rollback')}`);
  },
  SwarmUpdate: version('swarm'),
  PluginEnable(text) {
    const problem = integerProblem(text('timeout'));
    if (problem !== undefined) throw new ServerError(problem);
  },
  PluginCreate(text) {
    if (text('name') === '') throw new ServerError('failed to parse reference : invalid reference format');
  },
  PluginGetPrivileges: requireRemote,
  PluginPull: requireRemote,
  PluginUpgrade: requireRemote,
  VolumeList(text) {
    const values = Object.values(filtersOf(text('filters')) ?? { none: '' });
    if (values.some((value) => typeof value !== 'object' || Object.values(value as object).some(Number.isFinite)))
      throw new BadRequest('error reading volume filters: invalid filter');
  },
  VolumeUpdate: updateRule,
  SystemDataUsage(_text, _minor, all) {
    const types = /^(container|image|volume|build-cache)$/;
    for (const type of all('type')) if (!types.test(type)) throw new BadRequest(`unknown object type: ${type}`);
  },
  SystemEvents(text, minor) {
    // Engines of 1.52 and later have a status of invalid requests for it.
    times(text, minor < 52 ? ServerError : BadRequest);
    const [since, until] = [text('since'), text('until')];
    if (since !== '' && until !== '' && Number(since) > Number(until))
      throw new BadRequest(`\`since\` time (${since}) cannot be after \`until\` time (${until})`);
  },
};

function taskLogs(text: (name: string) => string): void {
  if (!isTrue(text('stdout')) && !isTrue(text('stderr')))
    throw new ServerError('Bad parameters: you must choose at least one stream');
  if (!/^(all|\d+|)$/.test(text('tail'))) throw new ServerError('tail value must be a positive integer or "all"');
}

const cacheFilters: ReadonlySet<string> = new Set(
  'until unused-for id parent type description inuse shared private label label!'.split(' '),
);

function filtersOf(text: string): object | undefined {
  try {
    const filters: unknown = JSON.parse(text || '{}');
    return typeof filters === 'object' && filters !== null && !Array.isArray(filters) ? filters : undefined;
  } catch {
    return undefined;
  }
}

/** Parameters of builds that are JSON, and the beginnings of the messages about them. */
const buildValues = [
  ['buildargs', 'error reading build args'],
  ['labels', 'error reading labels'],
  ['ulimits', 'error reading ulimit settings'],
  ['cachefrom', 'error reading cache-from'],
  ['outputs', 'invalid outputs specified'],
] as const;

function times(text: (name: string) => string, Failure: Problem = ServerError): void {
  for (const name of ['since', 'until'])
    if (text(name) !== '' && !/^[+-]?\d+(\.\d*)?$/.test(text(name)))
      throw new Failure(`strconv.ParseInt: parsing ${JSON.stringify(text(name))}: invalid syntax`);
}

function requireRemote(text: (name: string) => string): void {
  if (text('remote') === '') throw new ServerError('invalid reference format');
}

function size(text: (name: string) => string): void {
  for (const name of ['h', 'w']) {
    const problem = integerProblem(text(name));
    if (problem !== undefined) throw new BadRequest(problem);
  }
}

function requirePath(text: (name: string) => string): void {
  if (text('path') === '') throw new BadRequest('bad parameter: pathcannot be empty');
}

function isTrue(text: string): boolean {
  return !/^(|0|no|false|none)$/i.test(text.trim());
}

function integer(name: string, Problem: Problem): QueryRule {
  return (text) => {
    const problem = text(name) === '' ? undefined : integerProblem(text(name));
    if (problem !== undefined) throw new Problem(problem);
  };
}

function integerProblem(text: string): string | undefined {
  const parsing = `strconv.Atoi: parsing ${JSON.stringify(text)}`;
  if (!/^[+-]?\d+$/.test(text)) return `${parsing}: invalid syntax`;
  return Math.abs(Number(text)) > 2 ** 63 ? `${parsing}: value out of range` : undefined;
}

/** @throws BadRequest, ServerError, Unavailable */
export function rejectBody(operation: string, body: unknown): void {
  bodyRules[operation]?.((body ?? {}) as ObjectBody);
}

/**
 * @param url the path and the query of a request that the contract rejects
 * @throws BadRequest, ServerError
 */
export function rejectQuery(operation: string, url: string): void {
  const rule = queryRules[operation];
  if (rule === undefined) return;
  const texts = textsOf(url);
  const minor = Number(/^\/v1\.(\d+)\//.exec(url)?.[1] ?? 0);
  rule(
    (name) => texts.get(name) ?? '',
    minor,
    (name) => texts.getAll(name),
  );
}

/** Parameters that engines read as booleans strictly, by the operation. */
const strictBooleans: Readonly<Record<string, readonly string[]>> = {
  NetworkInspect: ['verbose'],
  ServiceInspect: ['insertDefaults'],
  ServiceList: ['status'],
  SwarmUpdate: ['rotateWorkerToken', 'rotateManagerToken', 'rotateManagerUnlockKey'],
};

/** The operations whose booleans are checked. */
export const strictOperations = Object.keys(strictBooleans);

/** @throws BadRequest */
export function rejectBooleans({ operation, request: { url } }: Pick<Call, 'operation' | 'request'>): void {
  if (!url.includes('?')) return;
  const texts = textsOf(url);
  for (const name of strictBooleans[operation] ?? []) {
    const text = texts.get(name) ?? '';
    if (text === '' || isBoolean(text)) continue;
    const reason =
      operation === 'SwarmUpdate' ? '' : `: strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`;
    throw new BadRequest(`invalid value for ${name}: ${text}${reason}`);
  }
}

/**
 * Checks the streams and the times of a request for logs. Engines look for the container in between.
 *
 * @throws BadRequest; NotFound; ServerError
 */
export function rejectLogs(url: string, find: () => unknown): void {
  const texts = textsOf(url);
  if (!isTrue(texts.get('stdout') ?? '') && !isTrue(texts.get('stderr') ?? ''))
    throw new BadRequest('Bad parameters: you must choose at least one stream');
  find();
  times((name) => texts.get(name) ?? '');
}

function textsOf(url: string): URLSearchParams {
  return new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
}

/**
 * Rejects a start with settings, which is of versions before 1.24 (a client may send an empty object), and one from a checkpoint.
 *
 * @throws BadRequest
 */
export function rejectStart({ request: { headers, url } }: Pick<Call, 'request'>): void {
  // Chunks have no length that is known.
  if (Number(headers['content-length'] ?? 0) > 7 || headers['transfer-encoding'] !== undefined)
    throw new BadRequest(
      'starting container with non-empty request body was deprecated since API v1.22 and removed in v1.24',
    );
  if (textsOf(url).get('checkpoint')) throw new BadRequest('checkpoint is only supported in experimental mode');
}
