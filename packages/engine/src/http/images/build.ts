/** Handles the operation that builds an image from a Dockerfile and files. */
import { BadRequest, ServerError, type Handlers } from '@lading/server-v1.44';
import type { BuildInfo, HostConfigInput, ImageBuildQuery } from '@lading/types-v1.44';
import { credentialsOf } from './distribution-handlers.js';
import { parsePlatform } from '../../distribution/platform.js';
import { fullName, registryReferenceOf, requireValidName } from '../../distribution/reference.js';
import { readBuildContext } from '../../build/build-context.js';
import { buildNetwork, type BuildEngine } from '../../build/build-network.js';
import { BuildArguments } from '../../build/build-stage.js';
import { Builder } from '../../build/builder.js';
import { parseDockerfile, parseInstruction } from '../../dockerfile/dockerfile.js';
import { buildKitMessages } from '../../build/buildkit-messages.js';
import { rejectSessions } from '../../values/reject-buildkit.js';

type Build = NonNullable<NonNullable<Handlers['image']>['build']>;

export function build(engine: BuildEngine): Build {
  return async ({ query, headers, body, signal }) => {
    rejectSessions(query.version, query.remote);
    if (query.isolation && query.isolation !== 'default')
      throw new BadRequest(`unsupported isolation: ${JSON.stringify(query.isolation)}`);
    const tags = query.t ?? [];
    // Engines take an invalid name for a failure of their own.
    for (const tag of tags) {
      requireValidName(fullName(tag), (message) => new ServerError(message));
      if (tag.includes('@')) throw new ServerError('build tag cannot contain a digest');
    }
    if (query.squash === true) throw new BadRequest('squash is only supported with experimental mode');
    const context = await readBuildContext(query, body);
    if (query.platform) parsePlatform(query.platform);
    const dockerfile = parseDockerfile(context.dockerfile, context.name);
    const labels = Object.entries(query.labels ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
    const added = labels.map(([name, value]) => ({
      ...parseInstruction(`LABEL ${quoted(name)}=${quoted(value)}`, dockerfile.instructions.length + 1),
      text: `LABEL ${name}=${value}`,
    }));
    const args = new BuildArguments(query.buildargs);
    const auths = headers['X-Registry-Config'] ?? {};
    const hosts = engine.containerNetworks.hosts(query.extrahosts ?? []);
    const builder = new Builder(engine, context, dockerfile, {
      args,
      signal,
      labels: added,
      target: query.target ?? '',
      usesCache: query.nocache !== true,
      usesBuildCache: query.version === '2',
      pullsAlways: query.pull === true,
      removesContainers: query.rm !== false || query.forcerm === true,
      removesFailed: query.forcerm === true,
      platform: query.platform || undefined,
      network: () => buildNetwork(engine, query.networkmode ?? '', hosts),
      hosts,
      hostConfig: hostConfigOf(query),
      cacheSources: query.cachefrom ?? [],
      credentialsFor: (name) => credentialsOf(auths[hostOf(name)] ?? auths['https://index.docker.io/v1/']),
    });
    // The target is looked up, and errors of the file are found, before the response begins.
    builder.validate();
    if (query.version === '2') engine.cache.addContext(context.files.size);
    if (query.version === '2') return runAsBuildKit(engine, builder, tags);
    return run(engine, withWarnings(builder, dockerfile.warnings), builder, args, tags, query.q === true);
  };
}

/** Runs a build of `version=2`, whose progress has another form. */
async function* runAsBuildKit(
  { images, ports }: BuildEngine,
  builder: Builder,
  tags: readonly string[],
): AsyncGenerator<BuildInfo> {
  yield* buildKitMessages(builder.run(), ports.clock);
  const { image } = builder;
  if (image === undefined) throw new ServerError('failed to solve: the Dockerfile has no stage');
  for (const name of tags) images.tag(image, name);
  yield { id: 'moby.image.id', aux: { ID: image.id } };
}

async function* run(
  { images }: BuildEngine,
  output: AsyncGenerator<BuildInfo>,
  builder: Builder,
  args: BuildArguments,
  tags: readonly string[],
  isQuiet: boolean,
): AsyncGenerator<BuildInfo> {
  yield* isQuiet ? failedOutput(output) : output;
  const { image } = builder;
  const unused = args.unused();
  if (unused.length > 0 && !isQuiet)
    yield { stream: `[Warning] One or more build-args [${unused.join(' ')}] were not consumed\n` };
  if (image === undefined) throw new ServerError('No image was generated. Is your Dockerfile empty?');
  yield { stream: isQuiet ? `${image.id}\n` : `Successfully built ${image.id.slice(7, 19)}\n` };
  for (const name of tags) {
    const tagged = images.tag(image, name);
    if (!isQuiet) yield { stream: `Successfully tagged ${tagged}\n` };
  }
}

async function* withWarnings(builder: Builder, warnings: readonly string[]): AsyncGenerator<BuildInfo> {
  for (const warning of warnings) yield { stream: `\u001b[91m[WARNING]: ${warning}\n\u001b[0m` };
  yield* builder.run();
}

/** Runs a build that only shows its output if it fails. */
async function* failedOutput(output: AsyncIterable<BuildInfo>): AsyncGenerator<BuildInfo> {
  const hidden: BuildInfo[] = [];
  try {
    for await (const item of output) hidden.push(item);
  } catch (error) {
    yield* hidden;
    throw error;
  }
}

/** Returns what containers of the build are created with. */
function hostConfigOf(query: ImageBuildQuery): HostConfigInput {
  return {
    Memory: query.memory ?? 0,
    MemorySwap: query.memswap ?? 0,
    CpuShares: query.cpushares ?? 0,
    CpuPeriod: query.cpuperiod ?? 0,
    CpuQuota: query.cpuquota ?? 0,
    CpusetCpus: query.cpusetcpus ?? '',
    CpusetMems: query.cpusetmems ?? '',
    CgroupParent: query.cgroupparent ?? '',
    ShmSize: query.shmsize ?? 0,
    SecurityOpt: query.securityopt ?? null,
    Ulimits: query.ulimits ?? null,
    ExtraHosts: query.extrahosts ?? null,
    NetworkMode: query.networkmode || 'default',
  };
}

function hostOf(name: string): string {
  const { host } = registryReferenceOf(fullName(name));
  return host === 'docker.io' ? 'https://index.docker.io/v1/' : host;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
