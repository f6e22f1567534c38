/** Generates spellings of requests for a container with access to the host, which a policy must detect. */
import fc from 'fast-check';
import { image, type RawRequest } from './raw-engine.js';
import { spelled } from './repeated-bodies.js';

/** A property of the host's configuration with a privilege and with a permitted value, and what is in an inspected container that has it. */
interface Privilege {
  readonly name: string;
  readonly value: string;
  readonly permitted: string;
  readonly granted: string;
}

const bind = '{"Type":"bind","Source":"/","Target":"/host"}';

const privileges: readonly Privilege[] = [
  { name: 'Privileged', value: 'true', permitted: 'false', granted: 'true' },
  { name: 'Binds', value: '["/:/host"]', permitted: '["lading-bodies-c:/c"]', granted: '/:/host' },
  { name: 'Mounts', value: `[${bind}]`, permitted: '[{"Type":"tmpfs","Target":"/t"}]', granted: '"bind"' },
  { name: 'PidMode', value: '"host"', permitted: '""', granted: '"host"' },
];

/** Whether an inspected container has a privilege. */
export const isGranted = ({ name, granted }: Privilege, host: Readonly<Record<string, unknown>>): boolean =>
  JSON.stringify(host[name] ?? null).includes(granted);

export interface Spelling {
  readonly privilege: Privilege;
  readonly trick: string;
  readonly request: RawRequest;
}

/** Tricks inside and around HostConfig, in which `<Name>` is any spelling of the name. */
function tricksOf({ name, value, permitted }: Privilege): Readonly<Record<string, string>> {
  const own = `"<${name}>":${value}`;
  const harmless = `"${name}":${permitted}`;
  return {
    letters: `"<HostConfig>":{${own}}`,
    'repeated object': `"<HostConfig>":{${own}},"<HostConfig>":{"ShmSize":1000000}`,
    'permitted first': `"<HostConfig>":{${harmless}},"<HostConfig>":{${own}}`,
    'permitted first, within': `"<HostConfig>":{${harmless},${own}}`,
    'null last': `"<HostConfig>":{${own},"<${name}>":null}`,
    'null around': `"<HostConfig>":null,"<HostConfig>":{${own}},"<HostConfig>":{}`,
    'permitted last': `"<HostConfig>":{${own}},"<HostConfig>":{${harmless}}`,
    spaces: `"<HostConfig>"\t :\n{ "<${name}>"\r:  ${value} }`,
    'three times': `"<HostConfig>":{${harmless}},"<HostConfig>":{},"<HostConfig>":{${own}}`,
    'beside HostConfig': own,
    'array of the type before': `"HostConfig":{"Mounts":[{"Source":"/","Type":"volume"}],${own}}`,
    // Engines decode items of a repeated array over those of the earlier one.
    ...(name === 'Mounts' && {
      'mount in pieces': `"HostConfig":{"<Mounts>":[{"Source":"/","<Type>":"bind"}],"<Mounts>":[{"Target":"/host"}]}`,
    }),
  };
}

/** Spells the names in a text. */
function spelledIn(text: string): fc.Arbitrary<string> {
  const parts = text.split(/<(\w+)>/).map((part, index) => (index % 2 === 0 ? fc.constant(part) : spelled(part)));
  return fc.tuple(...parts).map((all) => all.join(''));
}

const paths = fc.constantFrom(
  ...['1.24', '1.30', '1.40', '1.41', '1.42', '1.43', '1.44', '1.45'].map(
    (version) => `/v${version}/containers/create`,
  ),
  '/containers/create',
  '/v1.44/containers/%63reate',
  '/v1.41/%63ontainers/create',
  '/v1.44%2Fcontainers/create',
  '/v1.41//containers/create',
  '//v1.44/containers/create',
  '/v1.44/./containers/create',
  '/v1.44/images/../containers/create',
  '/v1.44/containers/create?name=',
  '/v1.44/containers/create?HostConfig={}&x=;',
  'http://x/v1.44/containers/create',
  '/v01.44/containers/create',
);

const types = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 5 },
  fc.constantFrom(
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=utf-16',
    'application/json ; a="b"',
    'text/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json, text/plain',
  ),
);

/** A spelling. Most of them take effect on an engine without a policy. */
export const spelling: fc.Arbitrary<Spelling> = fc.constantFrom(...privileges).chain((privilege) =>
  fc
    .record({
      members: fc
        .constantFrom(...Object.entries(tricksOf(privilege)))
        .chain(([trick, text]) => spelledIn(text).map((host) => ({ trick, host }))),
      path: fc.oneof(
        { arbitrary: fc.constantFrom('/v1.41/containers/create', '/v1.44/containers/create'), weight: 1 },
        paths,
      ),
      type: types,
      image: spelled('Image'),
    })
    .map(({ members: { trick, host }, path, type, image: imageKey }) => ({
      privilege,
      trick,
      request: {
        method: 'POST',
        path,
        headers: { 'Content-Type': type },
        body: `{"${imageKey}":"${image}","Cmd":["true"],${host}}`,
      },
    })),
);
