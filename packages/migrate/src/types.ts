/** The counterparts of dockerode's types. */
import { keyOf, type Subject } from './rules.js';

const result = (group: string, call: string): string => `Awaited<ReturnType<Engine['${group}']['${call}']>>`;
const body = (group: string): string => `Parameters<Engine['${group}']['create']>[0]['body']`;

const types: Readonly<Record<string, string>> = {
  Dockerode: 'Engine',
  ContainerInfo: `${result('container', 'list')}[number]`,
  ContainerInspectInfo: result('container', 'inspect'),
  ContainerCreateOptions: `${body('container')} & { name?: string; platform?: string }`,
  ContainerListOptions: `NonNullable<Parameters<Engine['container']['list']>[0]>`,
  HostConfig: `NonNullable<${body('container')}['HostConfig']>`,
  ImageInfo: `${result('image', 'list')}[number]`,
  ImageInspectInfo: result('image', 'inspect'),
  NetworkInspectInfo: result('network', 'inspect'),
  NetworkInfo: `${result('network', 'list')}[number]`,
  NetworkCreateOptions: body('network'),
  VolumeInspectInfo: result('volume', 'inspect'),
  VolumeCreateOptions: `NonNullable<${body('volume')}>`,
  VolumeCreateResponse: result('volume', 'create'),
  ExecCreateOptions: `Parameters<Engine['container']['exec']>[0]['body']`,
  ExecInspectInfo: result('exec', 'inspect'),
  AuthConfig: `{ username: string; password: string; serveraddress: string; email?: string }`,
};

/** The type of the client for one of dockerode, with the names `Engine` and `Handle`. */
export function typeFor(name: string): string | undefined {
  const subject = (name[0] ?? '').toLowerCase() + name.slice(1);
  if (Object.hasOwn(keyOf, subject)) return handleType(subject as Subject);
  return Object.hasOwn(types, name) ? types[name] : undefined;
}

function handleType(subject: Subject): string {
  return `Handle<Engine['${subject}'], { ${keyOf[subject]}: string }>`;
}
