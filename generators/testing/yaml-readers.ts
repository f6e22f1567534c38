/** Other YAML readers, whose results are compared with those of our own. */
import { spawnSync } from 'node:child_process';
import { parse } from 'yaml';

export interface YamlReader {
  readonly name: string;
  /** Returns the values of these texts as JSON values. */
  readonly readAll: (texts: readonly string[]) => readonly unknown[];
}

/**
 * Returns the readers: the `yaml` package for YAML 1.1 and 1.2, js-yaml with its default schema, which reads dates and
 * merge keys, and PyYAML if it is installed. js-yaml is imported lazily, since users of the generator do not install it.
 */
export async function yamlReaders(): Promise<readonly YamlReader[]> {
  const { load } = await import('js-yaml');
  return [
    { name: 'yaml 1.1', readAll: (texts) => texts.map((text) => parse(text, { version: '1.1' }) as unknown) },
    { name: 'yaml 1.2', readAll: (texts) => texts.map((text) => parse(text, { version: '1.2' }) as unknown) },
    { name: 'js-yaml', readAll: (texts) => texts.map((text) => load(text)) },
    ...pyYaml(),
  ];
}

// Values that JSON lacks (a date, a key that is not a string) become an object that no document contains.
const program = `
import json, sys, yaml
def plain(value):
    if isinstance(value, dict):
        return {key if isinstance(key, str) else "not a string: " + repr(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return value if value is None or isinstance(value, (str, bool, int, float)) else {"not JSON": repr(value)}
loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
json.dump([plain(yaml.load(text, Loader=loader)) for text in json.load(sys.stdin)], sys.stdout)
`;

/** Finds a Python with PyYAML. Debian's packages belong to the system's interpreter, which may not be the first one. */
function findPython(): string | undefined {
  return ['python3', '/usr/bin/python3'].find((command) => spawnSync(command, ['-c', 'import yaml']).status === 0);
}

function readByPython(command: string, texts: readonly string[]): readonly unknown[] {
  const options = { input: JSON.stringify(texts), encoding: 'utf8', maxBuffer: 2 ** 30 } as const;
  const { status, stdout, stderr } = spawnSync(command, ['-c', program], options);
  if (status !== 0) throw new Error(`PyYAML: ${stderr}`);
  return JSON.parse(stdout) as readonly unknown[];
}

function pyYaml(): readonly YamlReader[] {
  const python = findPython();
  if (python !== undefined) return [{ name: 'PyYAML', readAll: (texts) => readByPython(python, texts) }];
  const message = 'PyYAML is not installed (apt-get install python3-yaml)';
  if (process.env['LADING_PYYAML_REQUIRED'] === '1') throw new Error(message);
  console.warn(`SKIPPED: comparison with PyYAML: ${message}`);
  return [];
}
