/** Instructions of a Dockerfile that change the configuration of an image and no files. */
import { BadRequest } from '@lading/server-v1.44';
import type { HealthConfig, ImageConfig } from '@lading/types-v1.44';
import { resolvePath } from '../filesystem/paths.js';
import { durationText } from '../values/date-time.js';
import { parsePortRange } from '../values/address.js';
import { splitOnce } from '../values/environment.js';
import { parseInstruction, type Instruction } from './dockerfile.js';
import { expandWord, pairsOf, type BuildVariables } from './expand-words.js';
import { healthcheckOf } from './healthcheck.js';
import { wordsOf } from './instruction-rules.js';

export interface ConfigInstructionContext {
  readonly variables: BuildVariables;
  readonly escape: string;
  /** Whether the stage has a `CMD`, which `ENTRYPOINT` then does not reset. */
  readonly hasCommand: boolean;
  readonly isSignal: (name: string) => boolean;
}

export interface ConfigStep {
  readonly config: Partial<ImageConfig>;
  /** What the history says. */
  readonly comment: string;
}

export const defaultShell: readonly string[] = ['/bin/sh', '-c'];

/** Applies an instruction. @returns undefined for one that changes more than the configuration. @throws BadRequest */
export function configStep(
  config: Partial<ImageConfig>,
  instruction: Instruction,
  { variables, escape, hasCommand, isSignal }: ConfigInstructionContext,
): ConfigStep | undefined {
  const expand = (text: string): string => expandWord(text, variables, escape);
  const { word, rest, list, flags } = instruction;
  const words = (): string[] => wordsOf(instruction, escape).map(expand);
  const command = (): string[] => [...(list ?? (rest === '' ? [] : [...(config.Shell ?? defaultShell), rest]))];
  switch (word) {
    case 'CMD': {
      const Cmd = command();
      return { config: { ...config, Cmd }, comment: `CMD ${quotedList(Cmd)}` };
    }
    case 'ENTRYPOINT': {
      const Entrypoint = command();
      const comment = `ENTRYPOINT ${quotedList(Entrypoint)}`;
      return { config: { ...config, Entrypoint, ...(!hasCommand && { Cmd: null }) }, comment };
    }
    case 'ENV': {
      const pairs = pairsOf(rest, variables, escape);
      if (pairs.some(([name]) => name === '')) throw new BadRequest('ENV names can not be blank');
      return {
        config: { ...config, Env: environmentWith(config.Env ?? [], pairs) },
        comment: `ENV ${joinPairs(pairs)}`,
      };
    }
    case 'LABEL': {
      const pairs = pairsOf(rest, variables, escape);
      if (pairs.some(([name]) => name === '')) throw new BadRequest('LABEL names can not be blank');
      const Labels = { ...config.Labels, ...Object.fromEntries(pairs) };
      return { config: { ...config, Labels }, comment: `LABEL ${joinPairs(pairs)}` };
    }
    case 'EXPOSE': {
      // A variable may stand for several.
      const written = words().flatMap((one) => one.split(/\s+/).filter((each) => each !== ''));
      const ports = written.flatMap(portsOf);
      const ExposedPorts = { ...config.ExposedPorts, ...Object.fromEntries(ports.map((port) => [port, {}])) };
      return { config: { ...config, ExposedPorts }, comment: `EXPOSE ${written.sort().join(' ')}` };
    }
    case 'USER':
      return { config: { ...config, User: expand(rest) }, comment: `USER ${expand(rest)}` };
    case 'VOLUME': {
      const paths = words();
      if (paths.some((path) => path.trim() === '')) throw new BadRequest('VOLUME specified can not be an empty string');
      const Volumes = { ...config.Volumes, ...Object.fromEntries(paths.map((path) => [path, {}])) };
      return { config: { ...config, Volumes }, comment: `VOLUME [${paths.join(' ')}]` };
    }
    case 'WORKDIR': {
      const path = expand(rest);
      if (path === '') throw new BadRequest('cannot normalize nothing');
      const WorkingDir = resolvePath(path, config.WorkingDir || '/');
      return { config: { ...config, WorkingDir }, comment: `WORKDIR ${WorkingDir}` };
    }
    case 'STOPSIGNAL': {
      const StopSignal = expand(rest);
      // Any number is one.
      if (!isSignal(StopSignal) && !/^[+-]?0*[1-9]\d*$/.test(StopSignal))
        throw new BadRequest(`invalid signal: ${StopSignal}`);
      return { config: { ...config, StopSignal }, comment: `STOPSIGNAL ${StopSignal}` };
    }
    case 'SHELL':
      return { config: { ...config, Shell: [...(list ?? [])] }, comment: `SHELL [${(list ?? []).join(' ')}]` };
    case 'ONBUILD':
      return { config: { ...config, OnBuild: [...(config.OnBuild ?? []), rest] }, comment: `ONBUILD ${rest}` };
    case 'HEALTHCHECK': {
      const Healthcheck = healthcheckOf(flags, rest);
      return { config: { ...config, Healthcheck }, comment: `HEALTHCHECK ${healthText(Healthcheck)}` };
    }
    case 'MAINTAINER':
      return { config, comment: `MAINTAINER ${rest}` };
    default:
      return undefined;
  }
}

const changeInstructions: ReadonlySet<string> = new Set(
  'CMD ENTRYPOINT ENV EXPOSE HEALTHCHECK LABEL ONBUILD STOPSIGNAL USER VOLUME WORKDIR'.split(' '),
);

/** Applies the changes of a commit or an import, such as `ENV A=1`. @throws BadRequest */
export function configWith(
  config: Partial<ImageConfig>,
  changes: readonly string[],
  isSignal: (name: string) => boolean,
): Partial<ImageConfig> {
  let changed = config;
  const instructions = changes.flatMap((change) => change.split('\n')).filter((line) => line.trim() !== '');
  if (changes.length > 0 && instructions.length === 0) throw new BadRequest('file with no instructions');
  for (const line of instructions) {
    const [word = ''] = line.trim().split(/\s/);
    if (!changeInstructions.has(word.toUpperCase())) throw new BadRequest(`${word} is not a valid change command`);
    const instruction = parseChange(line.trim());
    const variables = new Map((changed.Env ?? []).map((variable) => splitOnce(variable)));
    changed =
      configStep(changed, instruction, { variables, escape: '\\', hasCommand: true, isSignal })?.config ?? changed;
  }
  return changed;
}

/** Parses an instruction that has no place in a file. */
function parseChange(text: string): Instruction {
  try {
    return parseInstruction(text, 1);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    throw new BadRequest(error.message.replace(/^(dockerfile parse error on line 1|failed to parse Dockerfile): /, ''));
  }
}

/** Sets variables; the order is preserved. */
function environmentWith(before: readonly string[], pairs: readonly [string, string][]): string[] {
  const variables = new Map(before.map((each) => splitOnce(each)));
  for (const [name, value] of pairs) variables.set(name, value);
  return [...variables].map((pair) => pair.join('='));
}

function joinPairs(pairs: readonly [string, string][]): string {
  return pairs.map((pair) => pair.join('=')).join(' ');
}

/** Returns `80/tcp` for `80`, and all ports of a range. */
function portsOf(text: string): string[] {
  const [port = '', protocol = 'tcp'] = text.split('/');
  const container = port.slice(port.lastIndexOf(':') + 1);
  const range = parsePortRange(container);
  if (range === undefined || range.first > range.last || range.last > 65_535)
    throw new BadRequest(`Invalid containerPort: ${container}`);
  if (!['tcp', 'udp', 'sctp'].includes(protocol.toLowerCase())) throw new BadRequest(`Invalid proto: ${protocol}`);
  return Array.from(
    { length: range.last - range.first + 1 },
    (_, index) => `${range.first + index}/${protocol.toLowerCase()}`,
  );
}

/** Writes a list as engines write it into the history: `["a" "b"]`. */
function quotedList(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(' ')}]`;
}

function healthText({
  Test,
  Interval = 0,
  Timeout = 0,
  StartPeriod = 0,
  StartInterval = 0,
  Retries = 0,
}: HealthConfig): string {
  const times = [Interval, Timeout, StartPeriod, StartInterval].map((time) => `"${durationText(time ?? 0)}"`);
  return `&{${quotedList(Test ?? [])} ${times.join(' ')} '\\x${(Retries ?? 0).toString(16).padStart(2, '0')}'}`;
}
