/** Repeated runs of one request in one process, which share a cache of packages. */
import { readdirSync, statSync } from 'node:fs';
import { LadingError } from '../../diagnostics/index.js';
import { dirname, join } from '../../document/path.js';
import type { LintFinding } from '../../lint/index.js';
import { configNames } from '../config/load.js';
import { generateRequest, type GenerateRequest, type GenerateRequestOptions } from '../generate-request.js';
import { generate } from '../generate.js';
import { PipelineCache } from '../pipeline/index.js';
import { Steps } from '../steps.js';
import { writeOutput } from '../write-output.js';
import type { WatchEvent } from './event.js';

export class Session {
  #request: GenerateRequest;
  /** The stamps of the configuration and the emitters when they were loaded. */
  #setup: ReadonlyMap<string, string>;
  /** The stamps of all other input files before they were read. */
  #inputs: ReadonlyMap<string, string> = new Map();
  readonly #cache = new PipelineCache();
  #isBusy = false;
  /** Whether the request is that of an earlier configuration, because the present one is wrong. */
  #isOutdated = false;
  #isNew = true;
  /** The warnings of the last run, as JSON. */
  #shownWarnings = '[]';

  private constructor(
    private readonly options: GenerateRequestOptions,
    request: GenerateRequest,
  ) {
    this.#request = request;
    this.#setup = stampsOf(setupOf(request));
  }

  /** @throws USAGE, CONFIG_…, EMITTER_… */
  static async of(options: GenerateRequestOptions): Promise<Session> {
    return new Session(options, await generateRequest(options));
  }

  get api(): string | undefined {
    return this.options.api;
  }

  /** All paths that the last run read or tried to read. */
  get inputs(): readonly string[] {
    return [...this.#setup.keys(), ...this.#inputs.keys()];
  }

  /** Whether another run is needed even if no input is saved. */
  get isUnfinished(): boolean {
    return this.#isBusy;
  }

  /** Whether nothing was generated yet. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Returns the inputs that changed since the last run. */
  changed(): readonly string[] {
    return [...this.#setup, ...this.#inputs].filter(([path, stamp]) => stampOf(path) !== stamp).map(([path]) => path);
  }

  /** Generates from the current inputs. */
  async run(changed: readonly string[]): Promise<WatchEvent> {
    this.#isNew = false;
    const start = performance.now();
    const { api } = this;
    const event = { ...(api !== undefined && { api }), changed, written: [], removed: [], warnings: [] };
    const since = () => Math.round(performance.now() - start);
    try {
      const { files, warnings } = await this.#write();
      const of = (status: string) => files.filter((file) => file.status === status).map(({ path }) => path);
      const result = { written: of('written'), removed: of('removed'), warnings: this.#newWarnings(warnings) };
      return { ...event, ...result, milliseconds: since() };
    } catch (error) {
      if (!(error instanceof LadingError)) throw error;
      this.#isBusy = error.problem.code === 'WRITE_BUSY';
      return { ...event, milliseconds: since(), problem: error.problem };
    }
  }

  /** Returns the warnings, unless they are those of the last run: each save would print them again. */
  #newWarnings(warnings: readonly LintFinding[]): readonly LintFinding[] {
    const text = JSON.stringify(warnings);
    const isNew = text !== this.#shownWarnings;
    this.#shownWarnings = text;
    return isNew ? warnings : [];
  }

  async #write() {
    await this.#reload();
    this.#isBusy = false;
    const inputs = new Map<string, string>();
    // The stamp is taken before the file is read, so a file that is saved in between is read again.
    const onRead = (path: string) => void (inputs.has(path) || inputs.set(path, stampOf(path)));
    try {
      const output = await generate(this.#request, new Steps(() => {}, true), { onRead, cache: this.#cache });
      const { files } = await writeOutput(this.#request, output, 'write');
      return { files, warnings: output.warnings };
    } finally {
      this.#inputs = inputs;
    }
  }

  async #reload(): Promise<void> {
    const setup = stampsOf(setupOf(this.#request));
    const isSame =
      setup.size === this.#setup.size && [...setup].every(([path, stamp]) => this.#setup.get(path) === stamp);
    if (isSame && !this.#isOutdated) return;
    // What is wrong is read again after a change, and not before.
    [this.#setup, this.#isOutdated] = [setup, true];
    this.#request = await generateRequest(this.options);
    this.#isOutdated = false;
    this.#setup = new Map([...stampsOf(setupOf(this.#request)), ...setup]);
  }
}

/** Returns all possible paths of the configuration in its folder, and all files beside each emitter, except for documents. */
function setupOf({ config, emitterFiles }: GenerateRequest): readonly string[] {
  const configs = config === undefined ? [] : [config, ...configNames.map((name) => join(dirname(config), name))];
  const beside = emitterFiles.flatMap((file) => filesIn(dirname(file)));
  return [...new Set([...configs, ...emitterFiles, ...beside])];
}

function filesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => /\.(?!ya?ml$)[a-z]+$/.test(name));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function stampsOf(paths: readonly string[]): ReadonlyMap<string, string> {
  return new Map(paths.map((path) => [path, stampOf(path)]));
}

/** Returns the inode, times and size of a file, the names in a folder, or that the path does not exist. */
function stampOf(path: string): string {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return `folder ${readdirSync(path).join('/')}`;
    return `file ${[stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ')}`;
  } catch {
    return 'absent';
  }
}
