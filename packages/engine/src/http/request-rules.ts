/** Rejects requests in the words of engines where the contract has its own: these rules are checked before it. */
import { randomBytes } from 'node:crypto';
import { BadRequest, ServerError, Unavailable, type Call } from '@lading/server-v1.44';
import { noManager } from '../objects/networks/network-service.js';

type BodyRule = (body: Readonly<Record<string, unknown>>) => void;
/** @param text returns the text of a parameter, which is empty if it is not given */
type QueryRule = (text: (name: string) => string) => void;
type Problem = new (message: string) => Error;

const localOptions: ReadonlySet<string> = new Set(['type', 'device', 'o', 'size']);

const bodyRules: Readonly<Record<string, BodyRule>> = {
  ContainerExec({ Cmd }) {
    if (Cmd === undefined || Cmd === null || (Array.isArray(Cmd) && Cmd.length === 0))
      throw new BadRequest('No exec command specified');
  },
  NetworkCreate({ Name }) {
    if (Name === undefined || Name === null || Name === '') throw new BadRequest('invalid name: ');
  },
  NetworkConnect: requireContainer,
  NetworkDisconnect: requireContainer,
  VolumeCreate({ Name, Driver, DriverOpts, ClusterVolumeSpec }) {
    const isLocal = Driver === undefined || Driver === null || Driver === '' || Driver === 'local';
    const unknown = Object.keys(DriverOpts ?? {}).find((option) => !localOptions.has(option));
    // A volume without a name has one before its options are read.
    if (isLocal && unknown !== undefined)
      throw new BadRequest(
        `create ${String(Name || randomBytes(32).toString('hex'))}: invalid option: ${JSON.stringify(unknown)}`,
      );
    if (ClusterVolumeSpec !== undefined && ClusterVolumeSpec !== null) throw new Unavailable(noManager);
  },
};

function requireContainer({ Container }: Readonly<Record<string, unknown>>): void {
  if (!Container) throw new BadRequest('invalid name or ID supplied: ""');
}

const queryRules: Readonly<Record<string, QueryRule>> = {
  ContainerList: integer('limit', ServerError),
  ContainerStop: integer('t', ServerError),
  ContainerRestart: integer('t', ServerError),
  ContainerLogs(text) {
    for (const name of ['since', 'until'])
      if (text(name) !== '' && !/^[+-]?\d+(\.\d*)?$/.test(text(name)) && Number.isNaN(Date.parse(text(name))))
        throw new ServerError(`strconv.ParseInt: parsing ${JSON.stringify(text(name))}: invalid syntax`);
    if (!isTrue(text('stdout')) && !isTrue(text('stderr')))
      throw new BadRequest('Bad parameters: you must choose at least one stream');
  },
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
    const problem = text('limit') === '' ? undefined : integerProblem(text('limit'));
    if (problem !== undefined) throw new BadRequest(`invalid limit specified: ${problem}`);
  },
};

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
  bodyRules[operation]?.((body ?? {}) as Readonly<Record<string, unknown>>);
}

/**
 * @param url the path and the query of a request that the contract rejects
 * @throws BadRequest, ServerError
 */
export function rejectQuery(operation: string, url: string): void {
  const rule = queryRules[operation];
  if (rule === undefined) return;
  const texts = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  rule((name) => texts.get(name) ?? '');
}

/** A start with settings is of versions before 1.24; a client may send an empty object. @throws BadRequest */
export function rejectStartBody({ request: { headers } }: Pick<Call, 'request'>): void {
  if (Number(headers['content-length'] ?? 0) > 7)
    throw new BadRequest(
      'starting container with non-empty request body was deprecated since API v1.22 and removed in v1.24',
    );
}
