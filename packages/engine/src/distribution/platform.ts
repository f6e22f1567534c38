/** Platforms of images: the operating system, the processor, and the engine. */
import { arch } from 'node:os';
import { BadRequest } from '@lading/server-v1.44';

export interface ImagePlatform {
  readonly os: string;
  readonly architecture: string;
  readonly variant?: string | undefined;
}

/** The platform of the machine. */
export const machinePlatform: ImagePlatform =
  arch() === 'arm64' ? { os: 'linux', architecture: 'arm64', variant: 'v8' } : { os: 'linux', architecture: 'amd64' };

/** The version that the engine reports, also as that which made an image. */
export const engineVersion = '25.0.0-lading';

/** A platform of one word must be one of these, or the processor of a Linux. */
const systems: ReadonlySet<string> = new Set(
  'aix android darwin dragonfly freebsd illumos ios linux macos netbsd openbsd plan9 solaris windows'.split(' '),
);
const processors: ReadonlySet<string> = new Set(
  '386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm'.split(' '),
);

const aliases: Readonly<Record<string, string>> = { x86_64: 'amd64', aarch64: 'arm64', i386: '386', armhf: 'arm' };

function systemOf(name: string): string {
  return name === 'macos' ? 'darwin' : name;
}

/** Parses `linux/arm64/v8`, `arm64`, or the JSON of newer clients. @throws BadRequest */
export function parsePlatform(text: string): ImagePlatform {
  if (text.startsWith('{')) return parseJsonPlatform(text);
  const parts = text.toLowerCase().split('/');
  if (parts.length > 3) throw new BadRequest(`"${text}": cannot parse platform specifier: invalid argument`);
  for (const [index, part] of parts.entries()) {
    const [name, expression] =
      index === 0
        ? ['OS component', '^([A-Za-z0-9_-]+)(?:\\(([A-Za-z0-9_.-]*)\\))?$']
        : ['component', '^[A-Za-z0-9_-]+$'];
    const subject = index === 0 ? 'OSAndVersion specifier' : 'platform specifier';
    if (!new RegExp(expression).test(part))
      throw new BadRequest(
        `"${part}" is an invalid ${name} of "${text}": ${subject} component must match ${JSON.stringify(expression)}: invalid argument`,
      );
  }
  const [first = '', second = '', variant] = parts;
  if (parts.length === 1 && !systems.has(first) && !processors.has(aliases[first] ?? first))
    throw new BadRequest(`"${text}": unknown operating system or architecture: invalid argument`);
  const [os, architecture] =
    parts.length > 1
      ? [systemOf(first), second]
      : systems.has(first)
        ? [systemOf(first), machinePlatform.architecture]
        : ['linux', first];
  return { os, architecture: aliases[architecture] ?? architecture, ...(variant !== undefined && { variant }) };
}

/** Writes `linux/arm64/v8`. */
export function platformText({ os, architecture, variant }: ImagePlatform): string {
  return [os, architecture, ...(variant ? [variant] : [])].join('/');
}

/** Whether an image of the platform can be used where another one is wanted. */
export function matchesPlatform(platform: ImagePlatform, wanted: ImagePlatform): boolean {
  return (
    platform.os === wanted.os &&
    platform.architecture === wanted.architecture &&
    (!wanted.variant || !platform.variant || platform.variant === wanted.variant)
  );
}

function parseJsonPlatform(text: string): ImagePlatform {
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    throw new BadRequest('failed to parse platform');
  }
  const { os, architecture, variant } = value;
  if (typeof os !== 'string' || typeof architecture !== 'string' || os === '' || architecture === '')
    throw new BadRequest('both OS and Architecture must be provided');
  return { os, architecture, ...(typeof variant === 'string' && variant !== '' && { variant }) };
}
