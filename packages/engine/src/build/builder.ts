/** Builds an image: one instruction after another, each with an image of its own, which later builds use again. */
import { BadRequest, HttpError } from '@lading/server-v1.44';
import type { BuildInfo, HostConfigInput, ImageConfig } from '@lading/types-v1.44';
import { MemoryTree } from '../filesystem/memory-tree.js';
import type { BuildEngine } from './build-network.js';
import { emptyConfig, type ImageRecord } from '../state/image-record.js';
import { parsePlatform } from '../distribution/platform.js';
import { fullName } from '../distribution/reference.js';
import type { ContainerNetwork } from '../ports/container-runtime.js';
import { splitOnce } from '../values/environment.js';
import { baseImage, stagePlatform, type BaseImageOptions } from './base-image.js';
import type { BuildContext } from './build-context.js';
import { BuildArguments, noOperation, shortId, variablesOf, withFolder, type BuildStage } from './build-stage.js';
import { configStep, defaultShell } from '../dockerfile/config-instruction.js';
import { copyFiles } from './copy-files.js';
import { parseInstruction, type Dockerfile, type Instruction } from '../dockerfile/dockerfile.js';
import { expandWord, isHeredoc, splitWords } from '../dockerfile/expand-words.js';
import { buildKitFlags, wordsOf } from '../dockerfile/instruction-rules.js';
import { runInstruction } from './run-instruction.js';
import { selectStages, stageNameOf } from '../dockerfile/select-stages.js';

export interface BuilderOptions extends BaseImageOptions {
  readonly args: BuildArguments;
  readonly target: string;
  /** The instructions for labels of the request, which the last stage executes. */
  readonly labels: readonly Instruction[];
  readonly usesCache: boolean;
  /** Whether the cache is that of builds of `version=2`, and not all images. */
  readonly usesBuildCache: boolean;
  readonly removesContainers: boolean;
  /** Whether the container of a command that failed is removed, too. */
  readonly removesFailed: boolean;
  readonly platform: string | undefined;
  /** Returns what `RUN` instructions reach. @throws NotFound for a network that does not exist */
  readonly network: () => ContainerNetwork;
  /** The addresses that the request adds, by name. */
  readonly hosts: ReadonlyMap<string, string>;
  /** That of the containers that stay. */
  readonly hostConfig: HostConfigInput;
  /** The images to whose steps the cache is limited; all without any. */
  readonly cacheSources: readonly string[];
}

/** Text that the client prints. */
type BuildOutput = AsyncGenerator<string, void>;

export class Builder {
  readonly #engine: BuildEngine;
  readonly #context: BuildContext;
  readonly #dockerfile: Dockerfile;
  readonly #options: BuilderOptions;
  readonly #stages: BuildStage[] = [];
  /** The number of the instruction, and of all. */
  #step = '';

  constructor(engine: BuildEngine, context: BuildContext, dockerfile: Dockerfile, options: BuilderOptions) {
    this.#engine = engine;
    this.#context = context;
    this.#dockerfile = dockerfile;
    this.#options = options;
  }

  /** The image of the last stage. */
  get image(): ImageRecord | undefined {
    return this.#stages.at(-1)?.image;
  }

  /** @throws BadRequest for a file without stages, or without the target */
  validate(): void {
    selectStages(this.#dockerfile, this.#options.target);
  }

  /** Yields what the client prints, and the image of each stage. */
  async *run(): AsyncGenerator<BuildInfo, void> {
    const instructions = [...selectStages(this.#dockerfile, this.#options.target), ...this.#options.labels];
    for (const [index, instruction] of instructions.entries()) {
      this.#options.signal.throwIfAborted();
      if (instruction.word === 'FROM') yield* this.#stageEnd();
      const name = instruction.word === 'FROM' ? stageNameOf(instruction.rest).toLowerCase() : '';
      if (name !== '' && this.#stages.some((stage) => stage.name.toLowerCase() === name))
        throw new BadRequest(`${name} stage name already used`);
      this.#step = `[${index + 1}/${instructions.length}]`;
      yield { stream: `Step ${index + 1}/${instructions.length} : ${instruction.text}\n` };
      for await (const stream of this.#dispatch(instruction)) yield { stream };
    }
    yield* this.#stageEnd();
  }

  *#stageEnd(): Generator<BuildInfo, void> {
    if (this.image !== undefined) yield { aux: { ID: this.image.id } };
  }

  async *#dispatch(instruction: Instruction): BuildOutput {
    const { word, flags } = instruction;
    const flag = [...flags.keys()].find((name) => buildKitFlags.has(name));
    if (flag !== undefined)
      throw new BadRequest(
        `the --${flag} option requires BuildKit. Refer to https://docs.docker.com/go/buildkit/ to learn how to build images with BuildKit enabled`,
      );
    if (word === 'FROM') return yield* this.#from(instruction);
    const stage = this.#stages.at(-1);
    if (word === 'ARG') return yield* this.#arg(instruction, stage);
    if (stage === undefined) throw new BadRequest('no build stage in current context');
    if (word === 'RUN') return yield* this.#run(instruction, stage);
    if (word === 'COPY' || word === 'ADD') return yield* this.#copy(word, instruction, stage);
    const step = configStep(stage.config, instruction, {
      variables: variablesOf(stage),
      escape: this.#dockerfile.escape,
      hasCommand: stage.hasCommand,
      isSignal: (name) => this.#engine.ports.runtime.signalNumber(name) !== undefined,
    });
    if (step === undefined) throw new BadRequest(`unknown instruction: ${word}`);
    if (word === 'CMD') stage.hasCommand = true;
    if (word === 'MAINTAINER') stage.author = instruction.rest;
    const files =
      word === 'WORKDIR'
        ? withFolder(this.#filesOf(stage), step.config.WorkingDir ?? '/', this.#engine.ports.clock.now())
        : undefined;
    const createdBy = noOperation(step.config, ` ${step.comment}`, word === 'WORKDIR');
    const cacheText = word === 'WORKDIR' ? `${this.#step} ${instruction.text}` : undefined;
    yield* this.#commit(stage, createdBy, step.config, files, true, cacheText);
  }

  async *#from(instruction: Instruction): BuildOutput {
    const { args, usesCache } = this.#options;
    const [written = ''] = wordsOf(instruction);
    const name = expandWord(written, args.global, this.#dockerfile.escape);
    if (name === '') throw new BadRequest(`base name (${written}) should not be blank`);
    const previous = this.#stages.find((stage) => stage.name !== '' && stage.name.toLowerCase() === name.toLowerCase());
    const wanted = instruction.flags.get('platform');
    const platform = wanted ? stagePlatform(expandWord(wanted, args.global)) : this.#options.platform;
    const base =
      previous?.image ??
      (name === 'scratch' ? undefined : yield* baseImage(this.#engine, name, platform, this.#options));
    if (previous === undefined) this.#remember(base, `pulled from ${fullName(name)}`, 0);
    const { OnBuild, ...config } = base?.config ?? {};
    const stage: BuildStage = {
      name: stageNameOf(instruction.rest),
      image: base,
      config: { ...config, OnBuild: null },
      author: base?.author,
      hasCommand: false,
      usesCache,
      args: new Map<string, string>(),
    };
    this.#stages.push(stage);
    yield ` ---> ${shortId(base)}\n`;
    const triggers = OnBuild ?? [];
    if (triggers.length > 0) yield `# Executing ${triggers.length} build trigger${triggers.length > 1 ? 's' : ''}\n`;
    for (const trigger of triggers) yield* this.#dispatch(parseInstruction(trigger, 1));
  }

  async *#arg({ rest }: Instruction, stage: BuildStage | undefined): BuildOutput {
    const { args } = this.#options;
    const words: string[] = [];
    for (const word of splitWords(rest, this.#dockerfile.escape)) {
      const variables = stage === undefined ? args.global : variablesOf(stage);
      const [, name = '', written] = /^([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
      const defaultValue = written === undefined ? undefined : expandWord(written, variables, this.#dockerfile.escape);
      args.declare(name, defaultValue, stage?.args ?? args.global);
      words.push(defaultValue === undefined ? name : `${name}=${defaultValue}`);
    }
    if (stage !== undefined)
      yield* this.#commit(stage, noOperation(stage.config, ` ARG ${words.join(' ')}`), stage.config, undefined, true);
  }

  async *#run({ rest, list }: Instruction, stage: BuildStage): BuildOutput {
    const { args, removesContainers } = this.#options;
    const command = list ?? [...(stage.config.Shell ?? defaultShell), ...(rest === '' ? [] : [rest])];
    const environment = new Set((stage.config.Env ?? []).map((each) => splitOnce(each)[0]));
    const declared = [...stage.args].filter(([name]) => !environment.has(name)).map((pair) => pair.join('='));
    const createdBy = [...(declared.length > 0 ? [`|${declared.length}`, ...declared.sort()] : []), ...command].join(
      ' ',
    );
    const cacheText = `mount / from exec ${command.join(' ')}`;
    const cached = this.#cached(stage, createdBy, cacheText);
    if (cached !== undefined) return yield* this.#use(stage, cached, cacheText);
    const id = this.#engine.ports.ids.next();
    yield ` ---> Running in ${id.slice(0, 12)}\n`;
    const files = this.#filesOf(stage);
    const exitCode = yield* runInstruction(this.#engine.ports.runtime, {
      command,
      environment: [...args.proxies().map((pair) => pair.join('=')), ...declared, ...(stage.config.Env ?? [])],
      files,
      config: stage.config,
      hostname: id.slice(0, 12),
      signal: this.#options.signal,
      network: this.#options.network(),
      hosts: [...this.#options.hosts].map(([name, address]) => ({ address, names: [name] })),
    });
    const isKept = exitCode === 0 ? !removesContainers : !this.#options.removesFailed;
    if (isKept) this.#keepContainer(stage, id, command, exitCode);
    if (exitCode !== 0) {
      if (this.#options.removesFailed) yield ` ---> Removed intermediate container ${id.slice(0, 12)}\n`;
      // The status has been sent by then: the last item reports the error, with the exit code in its details.
      const message = `The command '${command.join(' ')}' returned a non-zero code: ${exitCode}`;
      throw Object.assign(new HttpError(500, message), { detail: exitCode });
    }
    if (removesContainers) yield ` ---> Removed intermediate container ${id.slice(0, 12)}\n`;
    yield* this.#commit(stage, createdBy, stage.config, files, false, cacheText);
  }

  async *#copy(word: 'ADD' | 'COPY', instruction: Instruction, stage: BuildStage): BuildOutput {
    const { flags, text } = instruction;
    const variables = variablesOf(stage);
    const expand = (text: string): string => expandWord(text, variables, this.#dockerfile.escape);
    const words = wordsOf(instruction)
      .filter((word) => !isHeredoc(word))
      .map(expand);
    const target = words.pop() ?? '/';
    const source = flags.get('from') || undefined;
    const image = source === undefined ? undefined : yield* this.#copySource(expand(source));
    const { images } = this.#engine;
    const files = this.#filesOf(stage);
    const owner = flags.get('chown') ? expand(flags.get('chown') ?? '') || undefined : undefined;
    const comment = await copyFiles({
      word,
      sources: words,
      target,
      files,
      folder: stage.config.WorkingDir || '/',
      from: image === undefined ? this.#context.files : images.files(image),
      isFromImage: image !== undefined,
      owner,
    });
    const createdBy = noOperation(stage.config, `${word} ${owner === undefined ? '' : `--chown=${owner} `}${comment}`);
    yield* this.#commit(stage, createdBy, stage.config, files, false, `${this.#step} ${text}`);
  }

  /** Finds the stage or image that `--from` names. */
  async *#copySource(name: string): AsyncGenerator<string, ImageRecord> {
    const index = /^\d+$/.test(name) ? Number(name) : -1;
    const earlier = this.#stages.slice(0, -1);
    const stage = earlier.find(
      (each, position) => position === index || (each.name !== '' && each.name.toLowerCase() === name.toLowerCase()),
    );
    if (stage?.image !== undefined) return stage.image;
    const problem = index === earlier.length ? 'refers to current build stage' : 'index out of bounds';
    if (index >= 0) throw new BadRequest(`invalid from flag value ${name}: ${problem}`);
    try {
      return yield* baseImage(this.#engine, name, undefined, this.#options);
    } catch (error) {
      throw error instanceof HttpError
        ? new HttpError(error.status, `invalid from flag value ${name}: ${error.message}`)
        : error;
    }
  }

  /** Makes the next image of a stage, or uses one of an earlier build. @param cacheText that of a step that changes files */
  async *#commit(
    stage: BuildStage,
    createdBy: string,
    config: Partial<ImageConfig>,
    files: MemoryTree | undefined,
    showsContainer: boolean,
    cacheText?: string,
  ): BuildOutput {
    stage.config = config;
    const cached = this.#cached(stage, createdBy, cacheText);
    if (cached !== undefined) return yield* this.#use(stage, cached, cacheText);
    const id = this.#engine.ports.ids.next();
    if (showsContainer) {
      yield ` ---> Running in ${id.slice(0, 12)}\n`;
      if (this.#options.removesContainers) yield ` ---> Removed intermediate container ${id.slice(0, 12)}\n`;
      else this.#keepContainer(stage, id, ['/bin/sh', '-c', createdBy]);
    }
    const platform = this.#options.platform;
    stage.image = await this.#engine.images.add({
      parent: stage.image,
      createdBy,
      author: stage.author ?? '',
      ...(files !== undefined && { files }),
      ...(platform && stage.image === undefined && { platform: parsePlatform(platform) }),
      config: { ...config, Image: stage.image?.id ?? '' },
      ...(showsContainer && { container: id }),
      containerConfig: { ...emptyConfig, ...config, Hostname: id.slice(0, 12), Cmd: ['/bin/sh', '-c', createdBy] },
    });
    this.#remember(stage.image, cacheText);
    yield ` ---> ${shortId(stage.image)}\n`;
  }

  #remember(image: ImageRecord | undefined, cacheText: string | undefined, size?: number): void {
    if (this.#options.usesBuildCache && image !== undefined && cacheText !== undefined)
      this.#engine.cache.use(image, cacheText, size);
  }

  /** @param exitCode that of its command; undefined if none has run */
  #keepContainer({ image, config }: BuildStage, id: string, command: readonly string[], exitCode?: number): void {
    if (image === undefined) return;
    const { containers, ports } = this.#engine;
    const container = containers.create(
      '',
      { ...config, Image: image.id, Cmd: [...command], Entrypoint: null, HostConfig: this.#options.hostConfig },
      { id },
    );
    const now = ports.clock.now();
    if (exitCode === undefined) return;
    container.changeState({ status: 'running', started: now });
    container.changeState({ status: 'exited', exitCode, finished: now });
  }

  #cached({ image, usesCache }: BuildStage, createdBy: string, cacheText?: string): ImageRecord | undefined {
    if (!usesCache) return undefined;
    const { images } = this.#engine;
    const candidates =
      image === undefined ? images.all().filter(({ parentId }) => parentId === '') : images.childrenOf(image);
    const length = (image?.history.length ?? 0) + 1;
    return candidates.find(
      (each) =>
        each.history.length === length &&
        each.history[0]?.createdBy === createdBy &&
        this.#isCacheSource(each.id) &&
        (!this.#options.usesBuildCache || cacheText === undefined || this.#engine.cache.has(each.id)),
    );
  }

  /** Tells whether an image is one of those that may serve as cache, or a step of one. */
  #isCacheSource(id: string): boolean {
    const { cacheSources } = this.#options;
    const { images } = this.#engine;
    if (cacheSources.length === 0) return true;
    return cacheSources.some((name) => {
      for (let each = images.search(name); each !== undefined; each = images.get(each.parentId))
        if (each.id === id) return true;
      return false;
    });
  }

  async *#use(stage: BuildStage, image: ImageRecord, cacheText: string | undefined): BuildOutput {
    stage.image = image;
    this.#remember(image, cacheText);
    yield ' ---> Using cache\n';
    yield ` ---> ${shortId(image)}\n`;
  }

  #filesOf({ image }: BuildStage): MemoryTree {
    return new MemoryTree(image && this.#engine.images.files(image));
  }
}
