/** Dockerfile instructions that change the configuration of an image, such as `ENV A=1` and `CMD ["sh"]`. */
import type { ImageConfig } from '@lading/types-v1.44';
import { splitOnce } from '../runtime/split-once.js';
import { healthcheckOf } from './healthcheck.js';

/** Applies instructions to a configuration. Unknown instructions are ignored. */
export function configWith(config: Partial<ImageConfig>, instructions: readonly string[]): Partial<ImageConfig> {
  return instructions.reduce(applyInstruction, config);
}

function applyInstruction(config: Partial<ImageConfig>, instruction: string): Partial<ImageConfig> {
  const [, word = '', rest = ''] = /^\s*(\w+)\s*([^]*)$/.exec(instruction) ?? [];
  switch (word.toUpperCase()) {
    case 'CMD':
      return { ...config, Cmd: wordsOf(rest) };
    case 'ENTRYPOINT':
      return { ...config, Entrypoint: wordsOf(rest) };
    case 'ENV':
      return { ...config, Env: environmentWith(config.Env ?? [], pairsOf(rest)) };
    case 'LABEL':
      return { ...config, Labels: { ...config.Labels, ...Object.fromEntries(pairsOf(rest)) } };
    case 'EXPOSE':
      return { ...config, ExposedPorts: { ...config.ExposedPorts, [rest.includes('/') ? rest : `${rest}/tcp`]: {} } };
    case 'USER':
      return { ...config, User: rest };
    case 'VOLUME':
      return {
        ...config,
        Volumes: { ...config.Volumes, ...Object.fromEntries(rest.split(/\s+/).map((path) => [path, {}])) },
      };
    case 'WORKDIR':
      return { ...config, WorkingDir: rest };
    case 'HEALTHCHECK':
      return { ...config, Healthcheck: healthcheckOf(rest) };
    case 'STOPSIGNAL':
      return { ...config, StopSignal: rest };
    default:
      return config;
  }
}

/** Sets variables. Values may refer to variables as they were before the instruction; the order is preserved. */
function environmentWith(before: readonly string[], pairs: readonly [string, string][]): string[] {
  const variables = new Map(before.map((each) => splitOnce(each)));
  const filled = pairs.map(([name, value]): [string, string] => [
    name,
    value.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_all, a?: string, b?: string) => variables.get(a ?? b ?? '') ?? ''),
  ]);
  for (const [name, value] of filled) variables.set(name, value);
  return [...variables].map((pair) => pair.join('='));
}

/** Parses a command: a JSON array, or a shell command line. */
function wordsOf(text: string): string[] {
  try {
    const words: unknown = JSON.parse(text);
    if (Array.isArray(words)) return words.map(String);
  } catch {
    // A string that is not JSON is a shell command.
  }
  return ['/bin/sh', '-c', text];
}

function pairsOf(text: string): [string, string][] {
  const pairs = [...text.matchAll(/(\w[\w.-]*)=("[^"]*"|\S*)/g)];
  if (pairs.length > 0) return pairs.map(([, name = '', value = '']) => [name, value.replace(/^"(.*)"$/, '$1')]);
  const [name = '', ...value] = text.split(/\s+/);
  return [[name, value.join(' ')]];
}
